-- Take a table out of the store, all but its timer and its listing.
-- KEYS 1 log stream  2 head hash  3 outbox zset  4 chat stream  5 presence zset  6 parked string
-- ARGV 1 table  2 expected position "seq chain epoch"  3 number of the chat's last line, 0 none, "" whatever
--      4 nonce of this call  5 ms for which it may be sent again
-- Gives 1, or 0 if head or chat is not the expected one (or the table waits in the outbox, was dropped, is not there)
-- and nothing was changed.
local head = redis.call('HMGET', KEYS[2], 'pos', 'gone')
if not head[1] then
  -- The same call, sent again because its answer was lost, has done its work already.
  return redis.call('GET', KEYS[6]) == ARGV[4] and 1 or 0
end
if head[1] ~= ARGV[2] or head[2] or redis.call('ZSCORE', KEYS[3], ARGV[1]) then
  return 0
end
if ARGV[3] ~= '' then
  local last = redis.call('XREVRANGE', KEYS[4], '+', '-', 'COUNT', 1)[1]
  if (last and last[1] or '0-0') ~= ARGV[3] .. '-0' then
    return 0
  end
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[4], KEYS[5])
redis.call('SET', KEYS[6], ARGV[4], 'PX', ARGV[5])
return 1
