import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetReplies, keepReply, readApi } from './read-api.ts'

const sleep = async () => {}
const replying = (...replies: (Response | Error)[]) =>
  vi.fn<typeof fetch>(async () => {
    const reply = replies.shift()
    if (reply instanceof Response) return reply
    throw reply ?? new Error('no replies left')
  })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  forgetReplies()
  vi.useRealTimers()
})

test('spec section 7: a read is retried three times', async () => {
  const busy = () => new Response('', { status: 503 })
  const late = () => new Response('', { status: 429 })
  const fetch = replying(new Error('offline'), busy(), late(), Response.json({ id: 1 }))
  expect(await readApi('/api/x', { fetch, sleep })).toEqual({ id: 1 })
  const unavailable = replying(busy(), busy(), busy(), busy(), Response.json({}))
  await expect(readApi('/api/x', { fetch: unavailable, sleep })).rejects.toMatchObject({
    status: 503,
  })
  expect(unavailable).toHaveBeenCalledTimes(4)
})

test('a refused read is not retried', async () => {
  const fetch = replying(Response.json({ error: 'not_found', message: 'No.' }, { status: 404 }))
  await expect(readApi('/api/x', { fetch, sleep })).rejects.toMatchObject({ code: 'not_found' })
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('spec section 7: an unused reply is kept for five minutes', async () => {
  const seen: unknown[] = []
  const read = (reply: unknown) =>
    readApi('/api/x', {
      fetch: replying(Response.json(reply)),
      onKept: (kept) => seen.push(kept),
    })
  await read('first')
  expect(seen).toEqual([])
  vi.advanceTimersByTime(299_999)
  await read('second')
  expect(seen).toEqual(['first'])
  keepReply('/api/x', 'changed')
  await read('third')
  expect(seen).toEqual(['first', 'changed'])
  vi.advanceTimersByTime(300_000)
  await read('fourth')
  expect(seen).toEqual(['first', 'changed'])
})

test('replies are forgotten when another person uses the browser', async () => {
  const onKept = vi.fn()
  keepReply('/api/x', 'theirs')
  forgetReplies()
  await readApi('/api/x', { fetch: replying(Response.json('own')), onKept })
  expect(onKept).not.toHaveBeenCalled()
})
