import { expect, test } from 'vitest'
import { mailEventsRequest } from './contract.ts'

test('the reason of an event contains no address, and no part of one', () => {
  // The limit of the characters that are read splits the last address.
  const reason = `${'grace@venue.example '.repeat(99)}            ada.lovelace@venue.example`
  const { events } = mailEventsRequest.parse({ events: [{ id: '1', type: 'bounce', reason }] })
  expect(events[0]?.reason?.trim()).toMatch(/^…(\s*…)*$/)
})
