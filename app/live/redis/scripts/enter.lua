-- Note a connection of a user at a table.
-- KEYS 1 presence zset   ARGV 1 "<user>\0"  2 connection  3 now ms  4 lapses ms  5 ms for the key to live
-- Gives 1 if it is the user's only one.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
local member = ARGV[1] .. ARGV[2]
local first = 1
if redis.call('ZSCORE', KEYS[1], member) then
  first = 0
else
  for _, other in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    if other:sub(1, #ARGV[1]) == ARGV[1] then
      first = 0
      break
    end
  end
end
redis.call('ZADD', KEYS[1], ARGV[4], member)
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[5]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[5])
end
return first
