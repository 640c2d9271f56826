-- Put a claimed timer to its next time, unless it was moved since the claim.
-- KEYS 1 timers zset   ARGV 1 table  2 score of the lease  3 next ms, "" off
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) ~= tonumber(ARGV[2]) then
  return 0
end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
end
return 1
