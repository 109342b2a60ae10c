import { expect, test } from 'vitest'
import { syncAction } from './sync.ts'

const device = { id: 7, ended: null, public_key: 'key' } as const
const gone = { ...device, id: null }
const saved = 'https://push.example/1'
const first = { endpoint: saved, key: 'key' }
const second = { endpoint: 'https://push.example/2', key: 'key' }

test.each([
  ['a subscription that the server knows stays', first, device, 'none'],
  [
    'a subscription whose key the browser does not expose stays',
    { ...first, key: null },
    device,
    'none',
  ],
  [
    'a subscription with an earlier key of the server is replaced',
    { ...first, key: 'old' },
    device,
    'save',
  ],
  ['a replaced subscription is saved', second, device, 'save'],
  ['a lost subscription is made again', null, device, 'save'],
  [
    'a subscription that the push service ended is renewed',
    first,
    { ...gone, ended: 'by_service' },
    'renew',
  ],
  [
    'a subscription is saved if the push service ended an earlier one and the browser has replaced it',
    second,
    { ...gone, ended: 'by_service' },
    'save',
  ],
  ['a device that the server no longer has ends its subscription', first, gone, 'forget'],
  [
    'a lost subscription of a device that the server no longer has is made again',
    null,
    gone,
    'save',
  ],
  [
    'a device that was removed elsewhere ends its subscription',
    first,
    { ...gone, ended: 'by_owner' },
    'forget',
  ],
  [
    'a device that was removed elsewhere also ends a subscription that the browser has replaced',
    second,
    { ...gone, ended: 'by_owner' },
    'forget',
  ],
] as const)('synchronising with the server: %s', (_, current, found, expected) => {
  expect(syncAction({ saved, current, device: found })).toBe(expected)
})
