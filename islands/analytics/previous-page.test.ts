import { expect, test } from 'vitest'
import { previousPage } from './previous-page.ts'

const from = { url: 'https://venue.example/beer?a=b' }

test.each([
  [undefined, null],
  [null, null],
  [
    { from, navigationType: 'push' },
    { from: '/beer', transition: 'link' },
  ],
  [
    { from, navigationType: 'replace' },
    { from: '/beer', transition: 'link' },
  ],
  [
    { from, navigationType: 'traverse' },
    { from: '/beer', transition: 'back' },
  ],
  [{ from, navigationType: 'reload' }, null],
  [{ from: null, navigationType: 'push' }, null],
  [{ from: { url: null }, navigationType: 'push' }, null],
])('with the navigation activation %j, the previous page is %j', (activation, expected) => {
  expect(previousPage(activation)).toEqual(expected)
})
