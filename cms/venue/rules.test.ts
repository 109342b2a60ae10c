import { describe, expect, test } from 'vitest'
import { dateTimePaths, findStyle, productSlug, stylesOf } from './rules.ts'

describe('a product’s name as a path', () => {
  test.each([
    ['Common People', 'common-people'],
    ['  The Café & Bar!  ', 'the-cafe-bar'],
    ['Straße Nº 5', 'stra-e-no-5'],
    ['ONE', 'one'],
    ['人民', 'venue'],
    ['', 'venue'],
  ])('%j gives %s', (name, slug) => expect(productSlug(name)).toBe(slug))
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
    expect(findStyle(typed, ['Pale Ale', 'Kölsch'])).toBe(style)
  })

  test('that is not in `beerStyles` comes after those that are, sorted by name', () => {
    const taps = ['Rauchbier', 'Cider', 'Kölsch', 'IPA', 'Kölsch'].map((style) => ({ style }))
    expect(stylesOf(taps)).toEqual(['IPA', 'Cider', 'Kölsch', 'Rauchbier'])
  })
})
