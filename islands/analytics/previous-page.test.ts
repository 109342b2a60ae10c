import { expect, test } from 'vitest'
import { previousPage } from './previous-page.ts'

const own = 'https://venue.example'
const from = (path: string) => ({ url: own + path })
const push = { from: from('/beer'), navigationType: 'push' }

test.each([
  [undefined, 'navigate', '', null],
  [undefined, 'navigate', `${own}/cafe?a=b`, { from: '/cafe', transition: 'link' }],
  [undefined, 'navigate', 'https://search.example/', null],
  [undefined, 'reload', `${own}/cafe`, null],
  [undefined, 'back_forward', `${own}/cafe`, null],
  [push, 'navigate', '', { from: '/beer', transition: 'link' }],
  [
    { ...push, navigationType: 'traverse' },
    'back_forward',
    `${own}/cafe`,
    { from: '/beer', transition: 'back' },
  ],
  [{ ...push, navigationType: 'reload' }, 'reload', '', null],
  [{ ...push, from: null }, 'navigate', `${own}/cafe`, null],
  [{ ...push, from: { url: null } }, 'navigate', '', null],
] as const)(
  'with the activation %j, the type %s and the referrer %j the page before is %j',
  (activation, type, referrer, expected) => {
    expect(previousPage(activation, type, referrer, own)).toEqual(expected)
  },
)
