-- Put a parked table back, unless there is one.
-- KEYS 1 log stream  2 head hash  3 timers zset  4 chat stream
-- ARGV 1 table  2 position "seq chain epoch"  3 secrets  4 nonce of this call  5 deadline ms, "" none
--      6 how many commits  then their bodies, then id "<number>-0" and body of each line of chat
-- Gives 1, or 0 if the table exists and nothing was changed.
local head = redis.call('HMGET', KEYS[2], 'pos', 'born')
if head[1] then
  -- The same call, sent again because its answer was lost, has done its work already.
  return head[2] == ARGV[4] and 1 or 0
end
-- Not without need: once a script has written anything, a full server refuses it nothing more.
if redis.call('EXISTS', KEYS[1], KEYS[4]) > 0 then
  redis.call('DEL', KEYS[1], KEYS[4])
end
local commits = tonumber(ARGV[6])
for n = 1, commits do
  redis.call('XADD', KEYS[1], n .. '-0', 'c', ARGV[6 + n])
end
for i = 7 + commits, #ARGV, 2 do
  redis.call('XADD', KEYS[4], ARGV[i], 'c', ARGV[i + 1], 'b', '')
end
redis.call('HSET', KEYS[2], 'pos', ARGV[2], 'secrets', ARGV[3], 'born', ARGV[4])
if ARGV[5] == '' then
  redis.call('ZREM', KEYS[3], ARGV[1])
else
  redis.call('ZADD', KEYS[3], ARGV[5], ARGV[1])
end
return 1
