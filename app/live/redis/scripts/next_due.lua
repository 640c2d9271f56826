-- The earliest time at which a timer fires.
-- KEYS one zset a partition: in a cluster one only, else all of them
-- Gives the score as text, or nothing.
local earliest = false
for _, key in ipairs(KEYS) do
  local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]
  if first and (not earliest or tonumber(first) < tonumber(earliest)) then
    earliest = first
  end
end
return earliest
