import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { extendTimeLimit, limitTime } from './body-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const requestWith = (headers: Record<string, string>) =>
  Object.assign(new PassThrough(), { headers, complete: false }) as unknown as IncomingMessage

test('a request that exceeds the time limit times out once', () => {
  const late = vi.fn()
  limitTime(requestWith({ 'content-length': '10' }), 1000, late)
  vi.advanceTimersByTime(999)
  expect(late).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(late).toHaveBeenCalledTimes(1)
})

test('extendTimeLimit extends the time limit', () => {
  const late = vi.fn()
  const req = requestWith({ 'transfer-encoding': 'chunked' })
  limitTime(req, 1000, late)
  vi.advanceTimersByTime(500)
  extendTimeLimit(req, 5000)
  vi.advanceTimersByTime(4999)
  expect(late).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(late).toHaveBeenCalledTimes(1)
})

test('requests that are complete, without a body or aborted do not time out', () => {
  const late = vi.fn()
  const [complete, bodiless, aborted] = [
    requestWith({ 'content-length': '1' }),
    requestWith({}),
    requestWith({ 'content-length': '1' }),
  ]
  for (const req of [complete, bodiless, aborted]) limitTime(req, 1000, late)
  complete.complete = true
  aborted.emit('close')
  extendTimeLimit(bodiless, 1000)
  vi.advanceTimersByTime(60_000)
  expect(late).not.toHaveBeenCalled()
})
