import { describe, expect, test } from 'vitest'
import { publicPages } from '../pages.ts'
import { dateTimePaths } from '../venue/rules.ts'
import { lowerCasePath, resolvePage } from './routes.ts'

const name = 'Common People'

describe('the path', () => {
  test.each(Object.entries(publicPages))('%s is the page %s', (path, page) => {
    expect(resolvePage(path, name)).toEqual({ kind: 'page', path, page })
  })

  test.each([
    ['/common-room/main', '/common-room/main'],
    ['/common-room/member', '/common-room/member'],
    ['/common-room/member/profile', '/common-room/member/profile'],
    ['/profile', '/common-room/member/profile'],
  ])('%s is a page for members, rendered from %s', (path, rendered) => {
    expect(resolvePage(path, name)).toEqual({ kind: 'member', path: rendered })
  })

  test.each([
    ['/cafe/', '/cafe'],
    ['/cafe///', '/cafe'],
    ['/common-people-datetime', '/common-people-date-time'],
    ['/commonpeople-datetime', '/common-people-date-time'],
  ])('%s is redirected to %s', (path, to) => {
    expect(resolvePage(path, name)).toEqual({ kind: 'redirect', to })
  })

  test('of the date and time page depends on the product name', () => {
    expect(resolvePage('/the-shed-date-time', 'The Shed')).toMatchObject({ page: 'date-time' })
    expect(resolvePage('/common-people-date-time', 'The Shed')).toMatchObject({ kind: 'missing' })
  })

  test.each([
    ['One', 1],
    ['Common People', 3],
    ['The Café & Bar', 3],
    ['Date Time', 3],
    ['人民', 1],
    ['CAFE', 1],
    ['Admin', 1],
  ])(
    'of the date and time page of %s has %i aliases, each redirected directly to this path',
    (product, count) => {
      const { path, aliases } = dateTimePaths(product)
      expect(resolvePage(path, product)).toMatchObject({ kind: 'page', page: 'date-time' })
      expect(aliases).toHaveLength(count)
      expect(new Set([path, ...aliases, ...Object.keys(publicPages)]).size).toBe(
        1 + count + Object.keys(publicPages).length,
      )
      for (const alias of aliases) {
        expect(resolvePage(alias, product)).toEqual({ kind: 'redirect', to: path })
      }
      // Spec section 2: paths in upper case are redirected, those of this page too.
      for (const each of [path, ...aliases]) {
        const shouted = each.toUpperCase()
        if (shouted === each) continue
        expect(resolvePage(shouted, product)).toEqual({ kind: 'redirect', to: path })
        expect(lowerCasePath(shouted, product)).toBe(each)
      }
      // The target of a redirect is not redirected by another rule.
      for (const each of [path, ...aliases]) expect(lowerCasePath(each)).toBeNull()
    },
  )

  test('of every letter resolves to the page for letters', () => {
    const path = '/letters/pies-are-back-2'
    expect(resolvePage(path, name)).toMatchObject({ kind: 'page', path, page: 'letter' })
    for (const none of [
      '/letters/',
      '/letters/a/b',
      '/letters/page/1',
      '/letters/page/02',
      '/letters/A',
      '/letters/%2e',
    ]) {
      expect(resolvePage(none, name).kind).not.toBe('page')
    }
  })

  test('of the link that creates the first admin is private', () => {
    expect(resolvePage('/admin/first/abc_-1', name)).toMatchObject({ kind: 'private' })
    expect(resolvePage('/admin/first/a/b', name)).toMatchObject({ kind: 'missing' })
  })

  test.each([
    ['/coctails', '/cocktails'],
    ['/caffe', '/cafe'],
    ['/bear', '/beer'],
    ['/events/hall', '/hall'],
    ['/Kitchen', '/kitchens'],
    ['/something-else-altogether', '/'],
    ['/x', '/'],
    ['/offlin', '/'],
    ['/secretkitchen', '/kitchens'],
  ])('%s is missing, and %s is the most similar page', (path, nearest) => {
    const resolved = resolvePage(path, name)
    expect(resolved.kind).toBe('missing')
    // Two pages are equally similar to `/secretkitchen`. Either may be suggested, but not a restricted page.
    if (path !== '/secretkitchen') expect(resolved).toMatchObject({ nearest })
    else expect(resolved).not.toMatchObject({ nearest: '/secretkitchens' })
  })

  test('leads to no page if it has 100,000 characters', () => {
    expect(resolvePage(`/${'a'.repeat(100_000)}`, name).kind).toBe('missing')
  })
})

describe('the lower-case spelling', () => {
  test.each([
    ['/CAFE', '/cafe'],
    ['/Common-Room/Member', '/common-room/member'],
    ['/Check-In', '/check-in'],
    ['/MANAGE-EVENT/AbC', '/manage-event/AbC'],
    ['/Check-In/Door/AbC', '/check-in/door/AbC'],
    ['/check-in/door/AbC', null],
    ['/Check-In/Door', '/check-in/door'],
    ['/cafe', null],
    ['/', null],
    ['/manage-event/AbC', null],
    ['/Unknown/Path', null],
    ['/_astro/Page.D4.js', null],
    ['/media/ABC', null],
  ])('of %s is %s', (path, lower) => expect(lowerCasePath(path)).toBe(lower))
})
