-- Read the head of a log and its commits from a sequence number on, in one step.
-- KEYS 1 log stream  2 head hash   ARGV 1 first seq wanted
-- Gives {position, entries}, or nothing if there is no such table.
local position = redis.call('HGET', KEYS[2], 'pos')
if not position then
  return false
end
return {position, redis.call('XRANGE', KEYS[1], ARGV[1], '+')}
