import { describe, expect, test } from 'vitest'
import { cleanStyle, cleanTopic, dateTimePaths, stylesOf, topicProblem, toSlug } from './rules.ts'

describe('a product’s name as a path', () => {
  test.each([
    ['Common People', 'common-people'],
    ['  The Café & Bar!  ', 'the-cafe-bar'],
    ['Straße Nº 5', 'strasse-no-5'],
    ['ONE', 'one'],
    ['人民', 'venue'],
    ['', 'venue'],
  ])('%j gives %s', (name, slug) => expect(toSlug(name)).toBe(slug))
})

describe('the path of the venue’s clock', () => {
  test('has three aliases if the name has two words', () => {
    expect(dateTimePaths('Common People')).toEqual({
      path: '/common-people-date-time',
      aliases: ['/common-people-datetime', '/commonpeople-date-time', '/commonpeople-datetime'],
    })
  })

  test('is never one of its own aliases', () => {
    for (const name of ['One', 'Common People', '人民']) {
      const { path, aliases } = dateTimePaths(name)
      expect(aliases).not.toContain(path)
      expect(new Set(aliases).size).toBe(aliases.length)
    }
  })
})

describe('a beer style', () => {
  test.each([
    ['  pale   ale ', 'Pale Ale'],
    ['KÖLSCH', 'Kölsch'],
    ['Rauch  bier', 'Rauch bier'],
  ])('%j is stored as %j', (typed, style) => {
    expect(cleanStyle(typed, ['Pale Ale', 'Kölsch'])).toBe(style)
  })

  test('that is not in `beerStyles` is listed after all others; such styles are sorted by name', () => {
    const taps = ['Rauchbier', 'Cider', 'Kölsch', 'IPA', 'Kölsch'].map((style) => ({ style }))
    expect(stylesOf(taps)).toEqual(['IPA', 'Cider', 'Kölsch', 'Rauchbier'])
  })
})

describe('a topic of the venue', () => {
  const taken = ['Film & Cinema']

  test('is stored without superfluous spaces', () =>
    expect(cleanTopic('  Quiz \t  night ')).toBe('Quiz night'))

  test('may have any name that is neither an interest nor a duplicate', () =>
    expect(topicProblem('Quiz night', { names: ['Quiz night', 'Quiz'], taken })).toBeNull())

  test.each([' film &  CINEMA', 'Ｆilm & Cinema'])(
    'is refused with the name of an interest: %j',
    (name) => expect(topicProblem(name, { names: [name], taken })).toMatch(/already/),
  )

  test('is refused as a duplicate, also if only upper and lower case differ', () =>
    expect(topicProblem('Quiz night', { names: ['Quiz night', 'quiz  Night'], taken })).toMatch(
      /twice/,
    ))
})
