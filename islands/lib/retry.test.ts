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
  ['that succeeds', [ok], 200, []],
  ['that is wrong', [refusal(400, '2'), ok], 400, []],
  ['refused by a busy server', [refusal(429, '2'), ok], 200, [3500]],
  ['refused without a time', [refusal(429), ok], 200, [6500]],
  ['that fails at the server', [refusal(503, '2'), ok], 503, []],
  ['refused twice', [refusal(429, '2'), refusal(429, '2'), ok], 429, [3500]],
  ['refused for long', [refusal(429, '21'), ok], 429, []],
  ['refused until a date', [refusal(429, 'Mon, 23 Nov 2026 13:00:00 GMT'), ok], 429, []],
  ['that gets no reply', [failure, ok], 0, []],
])(
  'a request %s is sent again at most once, and only if the refusal asks for a short wait',
  async (_, replies, status, waits) => {
    expect(await request(replies)).toEqual({ status, waits })
  },
)

test.each([
  ['no reply', failure, 6500],
  ['status 503', refusal(503, '2'), 3500],
])('a request that may be repeated is sent again after %s', async (_, first, waitMs) => {
  expect(await request([first, ok], true)).toEqual({ status: 200, waits: [waitMs] })
})
