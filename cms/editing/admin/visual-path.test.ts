import { expect, test } from 'vitest'
import { visualPath } from './visual-path.ts'

test('a text is opened on its page', () => {
  expect(visualPath('cafe', 'hero', 'title')).toBe('cafe/hero/title')
  expect(visualPath('global', '', 'footer.hours')).toBe('home/global:footer/hours')
  expect(visualPath('global', 'footer', 'hours')).toBe('home/global:footer/hours')
})
