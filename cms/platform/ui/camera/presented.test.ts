import { expect, test } from 'vitest'
import { presentations } from './presented.ts'

/** @param seen what the pictures show, one each 200 ms */
function shown(...seen: (string | null)[]): string[] {
  const next = presentations()
  return seen.flatMap((code, index) => next(code, index * 200) ?? [])
}
const away = (pictures: number) => Array.from({ length: pictures }, () => null)

test.each([
  ['a code that stays', ['a', 'a', 'a'], ['a']],
  ['a code that is blurred for a second', ['a', ...away(5), 'a'], ['a']],
  ['a code that returns later', ['a', ...away(9), 'a'], ['a', 'a']],
  ['another code', ['a', 'b', 'b'], ['a', 'b']],
  ['nothing', [null, null], []],
])('%s', (_, seen, expected) => {
  expect(shown(...seen)).toEqual(expected)
})
