import { expect, test } from 'vitest'
import { questionFor } from './rules.ts'

const nowMs = Date.UTC(2026, 10, 23)
const dayMs = 86_400_000
const facts = { support: 'ready', isSubscribed: false, askedAtMs: null, nowMs } as const

test.each([
  ['that was never asked is asked', {}, 'turn_on'],
  ['that gets nudges is not asked', { isSubscribed: true }, null],
  ['that was asked 29 days ago is not asked', { askedAtMs: nowMs - 29 * dayMs }, null],
  ['that was asked 30 days ago is asked', { askedAtMs: nowMs - 30 * dayMs }, 'turn_on'],
  ['that blocks notifications is not asked', { support: 'blocked' }, null],
  ['that has no Push API is not asked', { support: 'unsupported' }, null],
  ['that is an iPhone is told how to install the app', { support: 'install' }, 'install'],
] as const)('a device %s', (_, change, expected) => {
  expect(questionFor({ ...facts, ...change })).toBe(expected)
})
