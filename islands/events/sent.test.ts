import { beforeEach, expect, test, vi } from 'vitest'
import { forgetSent, keepSent, noteAnswered, readSent } from './sent.ts'

const minute = 60_000
const sent = { state: 'held', email: 'ada@venue.example' } as const

beforeEach(() => {
  const storage = () => {
    const stored = new Map<string, string>()
    return {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    }
  }
  vi.stubGlobal('window', { sessionStorage: storage(), localStorage: storage() })
})

test('a mail that was sent is remembered for its date, as long as the places are kept', () => {
  expect(readSent(7)).toBeNull()
  keepSent(7, sent, 0)
  expect(readSent(7, 14 * minute)).toMatchObject(sent)
  expect(readSent(7, 15 * minute)).toBeNull()
  expect(readSent(8, 0)).toBeNull()
  forgetSent()
  expect(readSent(7, 0)).toBeNull()
})

test('a mail that was answered, in any tab, is not asked for again', () => {
  keepSent(7, sent, 0)
  noteAnswered(8, 1)
  expect(readSent(7, 2)).toMatchObject(sent)
  noteAnswered(7, 1)
  expect(readSent(7, 2)).toBeNull()
  keepSent(7, sent, 3)
  expect(readSent(7, 4)).toMatchObject(sent)
})
