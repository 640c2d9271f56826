-- Add a line to a chat.
-- KEYS 1 chat stream  2 head hash of the table
-- ARGV 1 body  2 how many lines to keep  3 ms after which the chat lapses, 0: with its table  4 nonce of this call
-- Gives the line's number, or 0 if there is no such table.
local lives = tonumber(ARGV[3])
if lives <= 0 then
  lives = redis.call('PTTL', KEYS[2])
  if lives == -2 then
    return 0
  end
end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 16)
for _, line in ipairs(last) do
  -- The same call, sent again because its answer was lost, has done its work already.
  if line[2][4] == ARGV[4] then
    return tonumber(line[1]:match('^%d+'))
  end
end
local number = 1
if last[1] then
  number = tonumber(last[1][1]:match('^%d+')) + 1
end
redis.call('XADD', KEYS[1], 'MAXLEN', '=', ARGV[2], number .. '-0', 'c', ARGV[1], 'b', ARGV[4])
if lives >= 0 then
  redis.call('PEXPIRE', KEYS[1], math.max(lives, 1))
end
return number
