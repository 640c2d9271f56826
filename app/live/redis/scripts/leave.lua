-- Take a connection of a user from a table.
-- KEYS 1 presence zset   ARGV 1 "<user>\0"  2 connection  3 now ms
-- Gives 1 if it was there and the user has no other. It is taken out before the lapsed ones are: one that lapsed
-- unnoticed still gets its goodbye.
local was_there = redis.call('ZREM', KEYS[1], ARGV[1] .. ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
if was_there == 0 then
  return 0
end
for _, other in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if other:sub(1, #ARGV[1]) == ARGV[1] then
    return 0
  end
end
return 1
