import { afterEach, expect, test, vi } from 'vitest'
import { readStored, writeStored } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

function storeOf(kept = new Map<string, string>()) {
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  }
  vi.stubGlobal('window', { localStorage })
  return kept
}

const forbid = () =>
  vi.stubGlobal('window', {
    get localStorage() {
      throw new DOMException('no', 'SecurityError')
    },
  })

test('a stored value is read back, and null removes it', () => {
  const kept = storeOf()
  writeStored('localStorage', 'a', { one: 1 })
  expect(kept.get('a')).toBe('{"one":1}')
  expect(readStored('localStorage', 'a')).toEqual({ one: 1 })
  writeStored('localStorage', 'a', null)
  expect(kept.has('a')).toBe(false)
  expect(readStored('localStorage', 'a')).toBeNull()
})

test('invalid JSON is null', () => {
  storeOf(new Map([['a', '{']]))
  expect(readStored('localStorage', 'a')).toBeNull()
})

test('without storage a value lives as long as the document', () => {
  forbid()
  expect(readStored('localStorage', 'b')).toBeNull()
  writeStored('localStorage', 'b', 'kept')
  expect(readStored('localStorage', 'b')).toBe('kept')
  writeStored('localStorage', 'b', null)
  expect(readStored('localStorage', 'b')).toBeNull()
})

test('a storage that works again is used again', () => {
  forbid()
  writeStored('localStorage', 'c', 'old')
  storeOf()
  writeStored('localStorage', 'c', 'new')
  expect(readStored('localStorage', 'c')).toBe('new')
  writeStored('localStorage', 'c', null)
  expect(readStored('localStorage', 'c')).toBeNull()
})
