import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { copyStart } from './copy-start.ts'

test.each([
  ['', ''],
  ['abc', 'abc'],
  ['abcdefgh', 'abcd'],
  ['añ😀b', 'añ😀'],
  ['\uD800\0bcd', '\uD800\0bc'],
  ['abc😀', 'abc\uD83D'],
])('the start of %j is %j', (text, start) => expect(copyStart(text, 4)).toBe(start))

test('the copied start of a text does not keep the rest of the text in memory', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const usedBytes = () => {
    collectGarbage()
    return getHeapStatistics().used_heap_size
  }
  const before = usedBytes()
  const starts = Array.from({ length: 500 }, (_, n) => copyStart(`${n}`.padEnd(64_000, 'x'), 100))
  expect(usedBytes() - before).toBeLessThan(8_000_000)
  expect(starts.at(-1)).toHaveLength(100)
})
