-- Append one commit to a table's log and do all that belongs to it, or nothing. Also begins a log.
-- KEYS 1 log stream  2 head hash  3 timers zset  4 outbox zset  5 listings hash
-- ARGV 1 table  2 expected position "seq chain epoch", "" to begin a log  3 position afterwards  4 stream id "<seq>-0"
--      5 body  6 deadline ms, "" none  7 "1" finished, else ""  8 listing: "" leave, "0" take out, "1" set  9 listing
--      10 channel   and to begin a log: 11 secrets  12 nonce of this call
-- Gives 1, or 0 if the head is not the expected one (the table exists) and nothing was changed.
local head = redis.call('HMGET', KEYS[2], 'pos', 'gone', 'born')
if ARGV[2] == '' then
  if head[1] then
    -- The same call, sent again because its answer was lost, has done its work already.
    return head[3] == ARGV[12] and 1 or 0
  end
  if redis.call('ZSCORE', KEYS[3], ARGV[1]) or redis.call('HEXISTS', KEYS[5], ARGV[1]) == 1 then
    return 0 -- it is parked
  end
  redis.call('DEL', KEYS[1])
elseif head[1] ~= ARGV[2] then
  return 0
end
-- First: it fails if the log is not where the head says, and then nothing has been written.
redis.call('XADD', KEYS[1], ARGV[4], 'c', ARGV[5])
redis.call('HSET', KEYS[2], 'pos', ARGV[3])
if ARGV[2] == '' then
  redis.call('HSET', KEYS[2], 'secrets', ARGV[11], 'born', ARGV[12])
end
if not head[2] then -- a dropped table that lingers has neither timer nor listing
  if ARGV[6] == '' then
    redis.call('ZREM', KEYS[3], ARGV[1])
  else
    redis.call('ZADD', KEYS[3], ARGV[6], ARGV[1])
  end
  if ARGV[8] == '1' then
    redis.call('HSET', KEYS[5], ARGV[1], ARGV[9])
  elseif ARGV[8] == '0' then
    redis.call('HDEL', KEYS[5], ARGV[1])
  end
end
if ARGV[7] == '1' then
  redis.call('ZADD', KEYS[4], 0, ARGV[1])
end
redis.call('PUBLISH', ARGV[10], ARGV[3] .. '\n' .. ARGV[5])
return 1
