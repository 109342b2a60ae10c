import { afterEach, expect, test, vi } from 'vitest'
import { findStored } from './stored.ts'

afterEach(() => vi.unstubAllGlobals())

/** A database with one store. Its requests succeed in the next microtask. */
function databaseWith(values: Record<string, unknown>) {
  const request = (result: unknown) => {
    const made: { result: unknown; onsuccess?: () => void } = { result }
    queueMicrotask(() => made.onsuccess?.())
    return made
  }
  const store = {
    get: (key: string) => request(values[key]),
    delete: (key: string) => request(delete values[key]),
  }
  const database = { close: () => {}, transaction: () => ({ objectStore: () => store }) }
  vi.stubGlobal('indexedDB', { open: () => request(database) })
}
const urlsOf = async () => (await findStored()).map(({ url }) => url)
const beer = { url: '/beer' }
const hall = { url: '/hall' }

// Source: spec section 3, "Nudge", and section 5.
test.each([
  ['the current nudge comes first', { current: beer, delivery_pending: hall }, ['/beer', '/hall']],
  ['a nudge that no window has received', { delivery_pending: hall }, ['/hall']],
  [
    'the text “undefined” is no link',
    { current: { url: 'undefined' }, delivery_pending: hall },
    ['/hall'],
  ],
  ['a text is no nudge', { current: 'undefined', delivery_pending: hall }, ['/hall']],
  ['null is no nudge', { current: null, delivery_pending: hall }, ['/hall']],
  ['an object without a link is no nudge', { current: beer, delivery_pending: {} }, ['/beer']],
  ['nothing', {}, []],
])('of the stored values, %s', async (_, values: Record<string, unknown>, urls) => {
  databaseWith(values)
  expect(await urlsOf()).toEqual(urls)
  // Values that are no nudges were deleted, the others not.
  expect(Object.values(values).map((value) => (value as { url: string }).url)).toEqual(urls)
})
