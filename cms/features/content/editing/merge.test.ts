import { describe, expect, test } from 'vitest'
import { isSameContent } from '../rules.ts'
import { mergeFields, mergeTexts } from './merge.ts'

describe('mergeTexts', () => {
  const base = 'Open from seven.\nCoffee, eggs and the paper.'

  test.each([
    [
      'different words',
      'Open from eight.\nCoffee, eggs and the paper.',
      'Open from seven.\nTea, eggs and the paper.',
      'Open from eight.\nTea, eggs and the paper.',
    ],
    ['only mine', 'Open from eight.', base, 'Open from eight.'],
    ['only theirs', base, 'Open from eight.', 'Open from eight.'],
    ['the same change', 'Shut.', 'Shut.', 'Shut.'],
    ['line breaks and trailing blanks', `${base}\n  `, `Now:\n${base}`, `Now:\n${base}\n  `],
    [
      'one side removed a line, the other side changed another line',
      'Open from seven.',
      'Open from six.\nCoffee, eggs and the paper.',
      'Open from six.',
    ],
  ])('merges without conflict: %s', (_, mine, theirs, text) => {
    expect(mergeTexts(base, mine, theirs)).toEqual({ text, clean: true })
  })

  test.each([
    ['the same word', 'a b c', 'a mine c', 'a theirs c', 'a theirs mine c'],
    ['insertions at the same position', 'a c', 'a mine c', 'a theirs c', 'a theirs mine c'],
    ['a word that the other side removed', 'a b c', 'a mine c', 'a c', 'a mine c'],
    ['the whole text', 'old', 'all of mine', 'all of theirs', 'all of theirs mine'],
    ['insertions into an empty text', '', 'mine', 'theirs', 'theirs mine'],
  ])(
    'reports a conflict on %s; the result has their words, then mine',
    (_, from, mine, theirs, text) => {
      expect(mergeTexts(from, mine, theirs)).toEqual({ text, clean: false })
    },
  )

  test('uses the common words as base if there is no base', () => {
    const { text, clean } = mergeTexts(null, 'We open at eight.', 'We open at nine. Come in.')
    expect(clean).toBe(false)
    for (const word of ['We', 'eight.', 'nine.', 'Come']) expect(text).toContain(word)
    expect(text.match(/We open/g)).toHaveLength(1)
  })

  test('loses no word in random merges', () => {
    const words = ['the', 'door', 'is', 'open', '\n', 'and', 'shut', ' ']
    let seed = 7
    const next = (limit: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % limit
    }
    const edited = (text: string[], name: string) =>
      text.flatMap((word, index) =>
        next(4) ? [word] : next(2) ? [] : [`${name}${index}`, ' ', word],
      )
    for (let round = 0; round < 300; round++) {
      const from = Array.from({ length: 12 }, () => words[next(words.length)] ?? '')
      const [mine, theirs] = [edited(from, 'mine').join(' '), edited(from, 'theirs').join(' ')]
      const { text } = mergeTexts(from.join(' '), mine, theirs)
      const written = [...`${mine} ${theirs}`.matchAll(/(mine|theirs)\d+/g)].map(([word]) => word)
      const found = text.split(/\s+/)
      expect(written.filter((word) => !found.includes(word))).toEqual([])
    }
  })

  test.each([
    ['similar', 'to be or not '.repeat(770)],
    ['without common words', ''],
  ])('merges texts of maximum length, %s, within the timeout', (_, from) => {
    const other = (word: string) => Array.from({ length: 1500 }, (_, n) => word + n).join(' ')
    const mine = from.replaceAll('not', 'now') || other('a')
    const theirs = from.replaceAll('be', 'bee') || other('b')
    // A slow algorithm would take minutes and exceed the test timeout.
    for (const base of [from, null]) expect(mergeTexts(base, mine, theirs).text).not.toBe('')
  })
})

describe('mergeFields', () => {
  const base = { alignment: 'left', marginTop: 0, marginBottom: 0 }
  test('merges changes of different fields', () => {
    expect(mergeFields(base, { ...base, marginTop: 2 }, { ...base, alignment: 'right' })).toEqual({
      alignment: 'right',
      marginTop: 2,
      marginBottom: 0,
    })
  })
  test('takes my value if both sides changed the same field', () => {
    const merged = mergeFields(base, { ...base, marginTop: 2 }, { ...base, marginTop: 4 })
    expect(merged).toEqual({ ...base, marginTop: 2 })
  })
  test('keeps a value that only one side added, and removes a value that one side removed', () => {
    expect(mergeFields(undefined, undefined, base)).toEqual(base)
    expect(mergeFields(undefined, base, undefined)).toEqual(base)
    expect(mergeFields(base, base, undefined)).toBeUndefined()
  })
})

test.each([
  [{ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [null, {}, false],
])('isSameContent(%j, %j) is %s', (one, other, expected) =>
  expect(isSameContent(one, other)).toBe(expected),
)

test('mergeTexts merges whitespace of maximum length within the timeout', () => {
  const broken = (seed: number) =>
    Array.from({ length: 9999 }, (_, n) => (Math.sin(seed * n * n) > 0 ? ' ' : '\n')).join('')
  expect(mergeTexts(broken(1), broken(2), broken(3)).text.trim()).toBe('')
})
