import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveTime, limitTime } from './body-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sent = (headers: Record<string, string>) =>
  Object.assign(new PassThrough(), { headers, complete: false }) as unknown as IncomingMessage

test('a request that does not come in time is ended, once', () => {
  const late = vi.fn()
  limitTime(sent({ 'content-length': '10' }), 1000, late)
  vi.advanceTimersByTime(999)
  expect(late).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(late).toHaveBeenCalledTimes(1)
})

test('who is given longer has so long', () => {
  const late = vi.fn()
  const req = sent({ 'transfer-encoding': 'chunked' })
  limitTime(req, 1000, late)
  vi.advanceTimersByTime(500)
  giveTime(req, 5000)
  vi.advanceTimersByTime(4999)
  expect(late).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(late).toHaveBeenCalledTimes(1)
})

test('what is whole, or has no body, or broke off, is never late', () => {
  const late = vi.fn()
  const [whole, bare, broken] = [
    sent({ 'content-length': '1' }),
    sent({}),
    sent({ 'content-length': '1' }),
  ]
  for (const req of [whole, bare, broken]) limitTime(req, 1000, late)
  whole.complete = true
  broken.emit('close')
  giveTime(bare, 1000)
  vi.advanceTimersByTime(60_000)
  expect(late).not.toHaveBeenCalled()
})
