import { expect, test } from 'vitest'
import { syncAction } from './sync.ts'

const [first, second] = ['https://push.example/1', 'https://push.example/2']

test.each([
  ['a subscription that the server knows stays', first, true, 'none'],
  ['a device that was removed elsewhere ends its subscription', first, false, 'forget'],
  ['a replaced subscription is saved', second, true, 'save'],
  [
    'a replaced subscription of a device that the push service ended is saved',
    second,
    false,
    'save',
  ],
  ['a lost subscription is made again', null, true, 'save'],
] as const)('%s', (_, current, isKnown, expected) => {
  expect(syncAction({ saved: first, current, isKnown })).toBe(expected)
})
