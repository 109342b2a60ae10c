import { expect, test } from 'vitest'
import { fallback } from '../../texts.ts'
import { pageOfSharePath, sharePathOf } from './path.ts'

const { brand } = fallback.global
const demo = {
  page: 'cafe',
  title: fallback.cafe.hero.title,
  brandText: brand.text,
  tagline: brand.tagline,
} as const

test('the demo venue’s share image is a file until its name or the title changes', () => {
  expect(sharePathOf(demo, true)).toBe('/share/cafe.png')
  expect(sharePathOf(demo, false)).toMatch(/^\/share\/venue\/cafe-/)
  expect(sharePathOf({ ...demo, brandText: 'Przystań' }, true)).toMatch(/^\/share\/venue\/cafe-/)
  expect(sharePathOf({ ...demo, title: 'Dzień dobry' }, true)).toMatch(/^\/share\/venue\/cafe-/)
})

test('the page is read from the path', () => {
  const path = sharePathOf({ ...demo, page: 'common-good', brandText: 'x' }, false)
  expect(pageOfSharePath(path.split('/').at(-1) ?? '')).toBe('common-good')
  expect(pageOfSharePath('offline-00000000')).toBeNull()
  expect(pageOfSharePath('../cafe-00000000')).toBeNull()
})
