import { expect, test } from 'vitest'
import { createNameLimit } from './name-limit.ts'

test('each day has its own limit of names, also if events of two days alternate', () => {
  const accepts = createNameLimit({ ofNetwork: 1, ofProvider: 9, ofAll: 9 })
  const days = ['2026-11-22', '2026-11-23', '2026-11-22', '2026-11-23']
  const accepted = days.map((day, n) =>
    accepts(`name ${n}`, { network: 'a', provider: 'b', day, isBot: false }),
  )
  expect(accepted).toEqual([true, true, false, false])
})

test('events of bots add no names, but may use names that other visitors added', () => {
  const accepts = createNameLimit({ ofNetwork: 9, ofProvider: 9, ofAll: 1 })
  const from = { network: 'a', provider: 'b', day: '2026-11-22' }
  expect(accepts('a', { ...from, isBot: true })).toBe(false)
  expect(accepts('a', { ...from, isBot: false })).toBe(true)
  expect(accepts('a', { ...from, isBot: true })).toBe(true)
})
