import { expect, test } from 'vitest'
import { type BeforeMove, termsAfterMove } from './move-terms.ts'

const now = new Date('2026-12-01T18:00:00Z')
const passed = new Date('2026-12-01T17:00:00Z')
const coming = new Date('2026-12-31T17:00:00Z')
const moved = (before: Partial<BeforeMove>, asked: number, takesCards = true) =>
  termsAfterMove(
    {
      ...{ depositCents: 0, cancelUntil: coming, priceCents: 0, payment: 'free' },
      ...{ isSecured: false, isMember: false, ...before },
    },
    { asked, cancelUntil: coming, now, takesCards },
  )
const inCredit = {
  priceCents: 2000,
  depositCents: 2000,
  payment: 'credit',
  isSecured: true,
} as const
const byCard = { ...inCredit, payment: 'card' } as const

test('a free booking moves freely, and to a time with a deposit only from credit', () => {
  expect(moved({}, 0)).toMatchObject({ payment: 'kept' })
  expect(moved({}, 8000)).toBeNull()
  expect(moved({ isMember: true }, 8000)).toMatchObject({ payment: 'credit', depositCents: 8000 })
  expect(moved({}, 8000, false)).toMatchObject({ payment: 'kept' })
  // It was booked when nobody paid deposits.
  expect(moved({ depositCents: 8000 }, 8000)).toMatchObject({ payment: 'kept' })
})

test('in time, a deposit in credit is that of the new party; a paid one does not become larger', () => {
  expect(moved(inCredit, 500)).toMatchObject({ depositCents: 500, payment: 'credit' })
  expect(moved(byCard, 500)).toMatchObject({ depositCents: 2000, payment: 'kept' })
  expect(moved(byCard, 8000)).toBeNull()
})

test('one that is not paid yet follows the new time', () => {
  expect(moved({ ...byCard, isSecured: false, cancelUntil: passed }, 8000)).toEqual({
    ...{ depositCents: 8000, payment: 'card', cancelUntil: coming },
  })
})

test('once it is too late to get a deposit back, a move brings back neither deposit nor time', () => {
  for (const before of [inCredit, byCard]) {
    const late = { ...before, cancelUntil: passed }
    expect(moved(late, 0)).toMatchObject({ depositCents: 2000, cancelUntil: passed })
  }
  expect(moved({ cancelUntil: passed }, 0)).toMatchObject({ cancelUntil: coming })
})
