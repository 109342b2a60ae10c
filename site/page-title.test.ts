import { expect, test } from 'vitest'
import { pageTitle } from './page-title.ts'

test.each([
  ['One more\nstep', 'One more step – The Dock'],
  ['Cafe – The Dock, Hull', 'Cafe – The Dock, Hull'],
  ['THE DOCK in Hull', 'THE DOCK in Hull'],
])('the title of %j names the venue once', (text, title) => {
  expect(pageTitle(text, 'The Dock')).toBe(title)
})
