// Scripts that Redis runs atomically on the windows of rate limits. A window is a hash: u calls
// that it took, o when it opened, e when it ends, m the most that it takes. One sorted set has all
// their keys by their ends, so that they can be listed and reset. Only commands of Redis 7.0 are
// used.

/** The instant that windows go by: the given one, or that of the server. */
const now = `
local now = tonumber(ARGV[1])
if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end`;

/**
 * KEYS: all, then a window for each claim. ARGV: instant, how long windows of a moved clock are
 * kept, then the maximum and the length of each. Returns the index of the first full one or 0, then
 * for each how many calls it took and when it ends from now.
 */
export const takeScript = `${now}
local keep = tonumber(ARGV[2])
local count = #KEYS - 1
local found, full = {}, 0
for i = 1, count do
  local window = redis.call('HMGET', KEYS[i + 1], 'u', 'o', 'e')
  local isOpen = window[1] and tonumber(window[3]) > now and tonumber(window[2]) <= now
  found[i] = isOpen and { tonumber(window[1]), tonumber(window[3]) } or false
  if full == 0 and (isOpen and found[i][1] or 0) >= tonumber(ARGV[2 * i + 1]) then full = i end
end
local answer = { full }
for i = 1, count do
  local key, max, length = KEYS[i + 1], ARGV[2 * i + 1], tonumber(ARGV[2 * i + 2])
  local window = found[i]
  if full > 0 then
    window = window or { 0, now + length }
  elseif window then
    window[1] = redis.call('HINCRBY', key, 'u', 1)
    redis.call('HSET', key, 'm', max)
  else
    window = { 1, now + length }
    redis.call('DEL', key)
    redis.call('HSET', key, 'u', 1, 'o', now, 'e', now + length, 'm', max)
    redis.call('PEXPIRE', key, math.max(length, keep))
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
    redis.call('ZADD', KEYS[1], now + length, key)
  end
  answer[2 * i] = window[1]
  answer[2 * i + 1] = window[2] - now
end
return answer`;

/**
 * KEYS: all. ARGV: instant, how many are shown. Returns key, calls taken, maximum and end of each,
 * the first to end first.
 */
export const listScript = `${now}
local answer = {}
for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'LIMIT', 0, ARGV[2])) do
  local window = redis.call('HMGET', key, 'u', 'm', 'e', 'o')
  if window[1] and tonumber(window[4]) <= now then
    for _, value in ipairs({ key, window[1], window[2], window[3] - now }) do
      table.insert(answer, tostring(value))
    end
  end
end
return answer`;

/**
 * KEYS: a window. ARGV: instant. Returns calls taken, maximum and end of the window; nothing if
 * none is open.
 */
export const findScript = `${now}
local window = redis.call('HMGET', KEYS[1], 'u', 'm', 'e', 'o')
if not window[1] or tonumber(window[3]) <= now or tonumber(window[4]) > now then return {} end
return { window[1], window[2], tostring(window[3] - now) }`;

/** KEYS: all. Resets every window. */
export const resetScript = `
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('DEL', key) end
redis.call('DEL', KEYS[1])
return 0`;
