import { expect, test } from 'vitest'
import { createNameLimit } from './name-limit.ts'

test('events of two days mix around midnight, and each day has its own names', () => {
  const accepts = createNameLimit({ ofNetwork: 1, ofProvider: 9, ofAll: 9 })
  const days = ['2026-11-22', '2026-11-23', '2026-11-22', '2026-11-23']
  const accepted = days.map((day, n) => accepts(`name ${n}`, { network: 'a', provider: 'b', day }))
  expect(accepted).toEqual([true, true, false, false])
})
