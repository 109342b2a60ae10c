-- Script of wrk: sends requests of one client in rotation, at a fixed rate as long as the server keeps up.
-- Arguments: a file with the requests, each ended by a NUL; `{n}` in a request is replaced by a number; and the
-- requests per second.
local ffi = require('ffi')
ffi.cdef [[ typedef struct { long s; long ns; } timespec; int clock_gettime(int, timespec*); ]]
local time = ffi.new('timespec')
local requests, serial, sent, rate, start = {}, 0, 0, 1, 0

local function seconds()
  ffi.C.clock_gettime(1, time)
  return tonumber(time.s) + tonumber(time.ns) / 1e9
end

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for request in file:read('*a'):gmatch('(%Z+)%z') do requests[#requests + 1] = request end
  rate = tonumber(args[2])
  start = seconds()
end

function delay()
  sent = sent + 1
  return math.max(0, math.floor((start + sent / rate - seconds()) * 1000 + 0.5))
end

function request()
  serial = serial + 1
  local number = string.format('%07d', serial)
  return (requests[1 + serial % #requests]:gsub('{n}', number))
end
