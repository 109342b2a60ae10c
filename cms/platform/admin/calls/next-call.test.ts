import { beforeEach, expect, test, vi } from 'vitest'
import { replaceNextCall } from './next-call.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const makeTarget = () => {
  const say = (text: string) => `usual ${text}`
  return { say, target: { say } }
}

test('only the next call is replaced', () => {
  const { say, target } = makeTarget()
  replaceNextCall(target, 'say', (usual, text) => `${usual(text)}, undo`, 3000)
  expect([target.say('one'), target.say('two')]).toEqual(['usual one, undo', 'usual two'])
  expect(target.say).toBe(say)
})

test('without a call, the method is back after some time', () => {
  const { say, target } = makeTarget()
  replaceNextCall(target, 'say', () => 'replaced', 3000)
  vi.advanceTimersByTime(3000)
  expect(target.say).toBe(say)
})

test('of two replacements, the later one counts, and the method is back after it', () => {
  const { say, target } = makeTarget()
  replaceNextCall(target, 'say', () => 'first', 3000)
  vi.advanceTimersByTime(2000)
  replaceNextCall(target, 'say', (usual, text) => `second, ${usual(text)}`, 3000)
  vi.advanceTimersByTime(2000)
  expect(target.say('one')).toBe('second, usual one')
  vi.advanceTimersByTime(10_000)
  expect(target.say).toBe(say)

  replaceNextCall(target, 'say', () => 'first', 3000)
  replaceNextCall(target, 'say', () => 'second', 3000)
  vi.advanceTimersByTime(3000)
  expect(target.say).toBe(say)
})
