-- Forget a table, at once or after a while. Its timer, listing and presence go at once, an outbox entry stays.
-- KEYS 1 log stream  2 head hash  3 timers zset  4 listings hash  5 presence zset  6 chat stream
-- ARGV 1 table  2 ms for which log, head and chat stay
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('HDEL', KEYS[4], ARGV[1])
redis.call('DEL', KEYS[5])
if tonumber(ARGV[2]) <= 0 then
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[6])
elseif redis.call('EXISTS', KEYS[2]) == 1 then
  redis.call('HSET', KEYS[2], 'gone', '1')
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[2])
  redis.call('PEXPIRE', KEYS[6], ARGV[2])
end
return 1
