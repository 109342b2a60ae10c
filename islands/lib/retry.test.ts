import { expect, test } from 'vitest'
import { retryingFetch } from './retry.ts'

const ok = () => new Response('ok')
const refusal = (status: number, retryAfter?: string) => () =>
  new Response(null, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
const failure = () => {
  throw new TypeError('offline')
}

/** Requests once. @returns the status of the reply, and the waits in ms */
async function request(replies: (() => Response)[], isSafe = false) {
  const waits: number[] = []
  const fetch = retryingFetch({
    spreadMs: 3000,
    isSafe,
    fetch: async () => (replies.shift() ?? failure)(),
    random: () => 0.5,
    wait: async (ms) => void waits.push(ms),
  })
  const status = await fetch('/').then(
    (reply) => reply.status,
    () => 0,
  )
  return { status, waits }
}

test.each([
  ['that succeeds is not sent again', [ok], 200, []],
  ['that is wrong is not sent again', [refusal(400, '2'), ok], 400, []],
  ['refused for two seconds is sent again after that time', [refusal(429, '2'), ok], 200, [3500]],
  ['refused without a time is sent again after five seconds', [refusal(429), ok], 200, [6500]],
  ['that fails at the server is not sent again', [refusal(503, '2'), ok], 503, []],
  [
    'refused twice is not sent a third time',
    [refusal(429, '2'), refusal(429, '2'), ok],
    429,
    [3500],
  ],
  ['refused for more than twenty seconds is not sent again', [refusal(429, '21'), ok], 429, []],
  [
    'refused until a date is not sent again',
    [refusal(429, 'Mon, 23 Nov 2026 13:00:00 GMT'), ok],
    429,
    [],
  ],
  ['that gets no reply is not sent again', [failure, ok], 0, []],
])('a request %s', async (_, replies, status, waits) => {
  expect(await request(replies)).toEqual({ status, waits })
})

test.each([
  ['no reply', failure, 6500],
  ['status 503', refusal(503, '2'), 3500],
])('a request that may be repeated is sent again after %s', async (_, first, waitMs) => {
  expect(await request([first, ok], true)).toEqual({ status: 200, waits: [waitMs] })
})
