import { describe, expect, test } from 'vitest'
import { isSameContent } from '../content/rules.ts'
import { mergeFields, mergeTexts } from './merge.ts'

describe('two changes of one text', () => {
  const base = 'Open from seven.\nCoffee, eggs and the paper.'

  test.each([
    [
      'different words',
      'Open from eight.\nCoffee, eggs and the paper.',
      'Open from seven.\nTea, eggs and the paper.',
      'Open from eight.\nTea, eggs and the paper.',
    ],
    ['mine alone', 'Open from eight.', base, 'Open from eight.'],
    ['theirs alone', base, 'Open from eight.', 'Open from eight.'],
    ['the same change', 'Shut.', 'Shut.', 'Shut.'],
    ['line breaks and trailing blanks', `${base}\n  `, `Now:\n${base}`, `Now:\n${base}\n  `],
    [
      'one took a line away, the other changed another',
      'Open from seven.',
      'Open from six.\nCoffee, eggs and the paper.',
      'Open from six.',
    ],
  ])('%s: clean', (_, mine, theirs, text) => {
    expect(mergeTexts(base, mine, theirs)).toEqual({ text, clean: true })
  })

  test.each([
    ['the same word', 'a b c', 'a mine c', 'a theirs c', 'a theirs mine c'],
    ['something at the same place', 'a c', 'a mine c', 'a theirs c', 'a theirs mine c'],
    ['what the other took away', 'a b c', 'a mine c', 'a c', 'a mine c'],
    ['everything', 'old', 'all of mine', 'all of theirs', 'all of theirs mine'],
    ['an empty text', '', 'mine', 'theirs', 'theirs mine'],
  ])('both changed %s: theirs and then mine', (_, from, mine, theirs, text) => {
    expect(mergeTexts(from, mine, theirs)).toEqual({ text, clean: false })
  })

  test('what they started from is gone: what both have in common stands for it', () => {
    const { text, clean } = mergeTexts(null, 'We open at eight.', 'We open at nine. Come in.')
    expect(clean).toBe(false)
    for (const word of ['We', 'eight.', 'nine.', 'Come']) expect(text).toContain(word)
    expect(text.match(/We open/g)).toHaveLength(1)
  })

  test('no word of either vanishes, whatever they wrote', () => {
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
    ['alike', 'to be or not '.repeat(770)],
    ['that have nothing in common', ''],
  ])('of the greatest length, %s, take no time', (_, from) => {
    const other = (word: string) => Array.from({ length: 1500 }, (_, n) => word + n).join(' ')
    const mine = from.replaceAll('not', 'now') || other('a')
    const theirs = from.replaceAll('be', 'bee') || other('b')
    // What would take minutes ends by the limit of each test.
    for (const base of [from, null]) expect(mergeTexts(base, mine, theirs).text).not.toBe('')
  })
})

describe('two changes of a place', () => {
  const base = { alignment: 'left', marginTop: 0, marginBottom: 0 }
  test('of different fields are both kept', () => {
    expect(mergeFields(base, { ...base, marginTop: 2 }, { ...base, alignment: 'right' })).toEqual({
      alignment: 'right',
      marginTop: 2,
      marginBottom: 0,
    })
  })
  test('of the same field: mine', () => {
    const merged = mergeFields(base, { ...base, marginTop: 2 }, { ...base, marginTop: 4 })
    expect(merged).toEqual({ ...base, marginTop: 2 })
  })
  test('where one has none', () => {
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
])('%j and %j are the same: %s', (one, other, answer) =>
  expect(isSameContent(one, other)).toBe(answer),
)

test('texts of the greatest length, made of blanks and breaks, take no time', () => {
  const broken = (seed: number) =>
    Array.from({ length: 9999 }, (_, n) => (Math.sin(seed * n * n) > 0 ? ' ' : '\n')).join('')
  expect(mergeTexts(broken(1), broken(2), broken(3)).text.trim()).toBe('')
})
