import { afterEach, expect, test, vi } from 'vitest'
import { readStored, writeStored } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

function storeOf(stored = new Map<string, string>()) {
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  }
  vi.stubGlobal('window', { localStorage })
  return stored
}

const forbid = () =>
  vi.stubGlobal('window', {
    get localStorage() {
      throw new DOMException('no', 'SecurityError')
    },
  })

test('a stored value can be read, and writing null removes it', () => {
  const stored = storeOf()
  writeStored('localStorage', 'a', { one: 1 })
  expect(stored.get('a')).toBe('{"one":1}')
  expect(readStored('localStorage', 'a')).toEqual({ one: 1 })
  writeStored('localStorage', 'a', null)
  expect(stored.has('a')).toBe(false)
  expect(readStored('localStorage', 'a')).toBeNull()
})

test('invalid JSON is read as null', () => {
  storeOf(new Map([['a', '{']]))
  expect(readStored('localStorage', 'a')).toBeNull()
})

test('without storage a value is kept in memory', () => {
  forbid()
  expect(readStored('localStorage', 'b')).toBeNull()
  writeStored('localStorage', 'b', 'kept')
  expect(readStored('localStorage', 'b')).toBe('kept')
  writeStored('localStorage', 'b', null)
  expect(readStored('localStorage', 'b')).toBeNull()
})

test('a storage that becomes available again is used again', () => {
  forbid()
  writeStored('localStorage', 'c', 'old')
  storeOf()
  writeStored('localStorage', 'c', 'new')
  expect(readStored('localStorage', 'c')).toBe('new')
  writeStored('localStorage', 'c', null)
  expect(readStored('localStorage', 'c')).toBeNull()
})
