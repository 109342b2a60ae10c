import { expect, test } from 'vitest'
import { visualPath } from './visual-path.ts'

test('a path names the page and the key of a text; global texts open on the home page', () => {
  expect(visualPath('cafe', 'hero', 'title')).toBe('cafe/hero/title')
  expect(visualPath('global', '', 'footer.hours')).toBe('home/global:footer/hours')
  expect(visualPath('global', 'footer', 'hours')).toBe('home/global:footer/hours')
})
