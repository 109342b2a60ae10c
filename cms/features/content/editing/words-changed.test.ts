import { expect, test } from 'vitest'
import { compareWords } from './words-changed.ts'

test('only the words that changed are marked', () => {
  expect(compareWords('Open from seven.', 'Open from eight.')).toEqual([
    { text: 'Open from ', kind: 'same' },
    { text: 'seven', kind: 'removed' },
    { text: 'eight', kind: 'added' },
    { text: '.', kind: 'same' },
  ])
})

test.each([
  ['', 'New.'],
  ['Old.', ''],
  ['a\nb', 'a\n\nb  '],
  ['Größe, naïve', 'Grösse, naive'],
  ['Same.', 'Same.'],
])('the pieces of %j and %j contain both texts', (before, after) => {
  const pieces = compareWords(before, after)
  const without = (kind: string) =>
    pieces
      .filter((piece) => piece.kind !== kind)
      .map(({ text }) => text)
      .join('')
  expect(without('added')).toBe(before)
  expect(without('removed')).toBe(after)
})

test('texts without common words are compared within the timeout', () => {
  const text = (word: string) => Array.from({ length: 1500 }, (_, n) => word + n).join(' ')
  expect(compareWords(text('a'), text('b')).length).toBeGreaterThan(1)
})
