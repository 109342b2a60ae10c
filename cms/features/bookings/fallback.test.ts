import { expect, test } from 'vitest'
import { fallback as events } from '../events/fallback.ts'
import { fallback } from './fallback.ts'

test('a booking’s page says what became of a payment, as an event’s does', () => {
  const codes = ['paid_already', 'checkout_ended', 'no_card_payments', 'offer_expired', 'changing']
  const ofService = Object.keys(events.reservation.problem).filter((key) => /^service_/.test(key))
  expect(ofService).toHaveLength(2)
  expect(Object.keys(fallback.booking.problem)).toEqual(
    expect.arrayContaining([...codes, ...ofService]),
  )
})
