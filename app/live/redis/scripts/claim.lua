-- Lease up to n due members (timers or outbox entries): push their score forward instead of removing them, so that a
-- claimer that dies loses nothing.
-- KEYS one zset a partition: in a cluster one only, else all of them   ARGV 1 now ms  2 score of the lease  3 n
-- Gives the members.
local left = tonumber(ARGV[3])
local claimed = {}
for _, key in ipairs(KEYS) do
  if left <= 0 then
    break
  end
  local due = redis.call('ZRANGEBYSCORE', key, '-inf', ARGV[1], 'LIMIT', 0, left)
  for _, member in ipairs(due) do
    redis.call('ZADD', key, 'XX', ARGV[2], member)
    claimed[#claimed + 1] = member
  end
  left = left - #due
end
return claimed
