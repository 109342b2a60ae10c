import { beforeEach, expect, test, vi } from 'vitest'
import { resendClicks, sendClick, unsentKey } from './clicks.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  })
})

/** A server that answers, or one that cannot be reached. */
function serverOf(answers: boolean) {
  const reports: string[] = []
  const send = async (token: string) => {
    reports.push(token)
    return answers
  }
  return { reports, send }
}

test('a click is not kept if its report reaches the server', async () => {
  const { send } = serverOf(true)
  await sendClick('one', send)
  expect(stored.has(unsentKey)).toBe(false)
})

test('clicks whose reports do not reach the server are kept once each, and sent again', async () => {
  const away = serverOf(false)
  for (const token of ['one', 'other', 'one']) await sendClick(token, away.send)
  await resendClicks(away.send)
  expect(away.reports).toEqual(['one', 'other', 'one', 'other'])
  const back = serverOf(true)
  await resendClicks(back.send)
  await resendClicks(back.send)
  expect(back.reports).toEqual(['other', 'one'])
  expect(stored.has(unsentKey)).toBe(false)
})

test('a click is kept while its report is under way, because the page may be unloaded', () => {
  void sendClick('one', () => new Promise(() => {}))
  expect(stored.get(unsentKey)).toBe('["one"]')
})
