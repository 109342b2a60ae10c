-- Script of wrk: requests to the collect endpoint, each with some page views of one of many visitors. Arguments: events
-- per request, pause of a connection between two requests in ms.
local threads = {}
local events, pause = 1, 0
local serial, run = 0, 0

function setup(thread)
  table.insert(threads, thread)
  thread:set('id', #threads)
end

function init(args)
  events, pause = tonumber(args[1]), tonumber(args[2])
  accepted, refused = 0, 0
  -- Each run has new ids, because events with known ids are not stored again. An id has at most 24 characters.
  run = os.time()
  math.randomseed(os.time() + id)
end

function delay()
  -- The pause is random, so that the connections don't all send at the same moment.
  return pause * (0.5 + math.random())
end

function request()
  serial = serial + 1
  local now = os.time() * 1000
  local sent = {}
  for each = 1, events do
    sent[each] = string.format(
      '{"type":"view","id":"b-%x-%d-%06x-%03d","path":"/beer","title":"Beer Hall","at":%d,"time":12,"scroll":50}',
      run, id, serial, each, now)
  end
  local body = string.format('{"sent":%d,"events":[%s]}', now, table.concat(sent, ','))
  return wrk.format('POST', '/api/analytics/collect', {
    ['content-type'] = 'application/json',
    ['sec-fetch-site'] = 'same-origin',
    ['user-agent'] = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ['x-forwarded-for'] = string.format('81.%d.%d.7', math.random(0, 39), math.random(0, 49)),
  }, body)
end

function response(status)
  if status == 200 then accepted = accepted + events else refused = refused + 1 end
end

function done(summary)
  local all, others = 0, 0
  for _, thread in ipairs(threads) do
    all = all + thread:get('accepted')
    others = others + thread:get('refused')
  end
  print(string.format('RESULT %d %d %d', all, others, summary.duration))
end
