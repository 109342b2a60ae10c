import { expect, test } from 'vitest'
import { visualPath } from './visual-path.ts'

test('the path of a text leads to its page, that of a global text to the home page', () => {
  expect(visualPath('cafe', 'hero', 'title')).toBe('cafe/hero/title')
  expect(visualPath('global', '', 'footer.hours')).toBe('home/global:footer/hours')
  expect(visualPath('global', 'footer', 'hours')).toBe('home/global:footer/hours')
})
