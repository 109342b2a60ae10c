import type { Payload } from 'payload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { showNudges } from '../../cms/nudges/live/broadcast.ts'
import type { Window } from '../../cms/nudges/live/windows.ts'
import { slotStarts } from '../../cms/nudges/timing.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { secret } from '../support/server.ts'

let url: string
let payload: Payload
let show: typeof showNudges

beforeAll(async () => {
  url = await makeDatabase('empty')
  Object.assign(process.env, { DATABASE_URL: url, SECRET: secret, LOG_LEVEL: 'silent' })
  const { getPayload } = await import('payload')
  const { default: config } = await import('../../payload.config.ts')
  ;({ showNudges: show } = await import('../../cms/nudges/live/broadcast.ts'))
  payload = await getPayload({ config, disableOnInit: true })
})
afterAll(() => payload?.destroy())

type Slots = Window['time_slots']
function windowWith(time_slots: Slots, after?: number): Window & { events: string[] } {
  const events: string[] = []
  return {
    ...{ member: null, device: 1, topics: null, time_slots, after, client: '', sent: new Set() },
    ...{ events, write: (text) => events.push(text) },
  }
}
const minutesAfter = (start: Date, minutes: number) => new Date(+start + minutes * 60_000)

async function insertNudge(sentAt: Date, inSlot: boolean): Promise<number> {
  const [row] = await onDatabase(url, (query) =>
    query<{ id: number }>(
      `insert into nudges (text, link, audience, ttl_minutes, state, sent_at, in_slot)
       values ('Hello', '/beer', 'everyone', 60, 'sending', $1, $2) returning id`,
      [sentAt, inSlot],
    ),
  )
  return row?.id ?? 0
}

test('a window gets a nudge in time slots when the slot of its viewer begins, once', async () => {
  const sentAt = new Date()
  // The time zone of a venue that has not chosen one.
  const starts = slotStarts(sentAt, 'Europe/London')
  const [evening, morning] = [starts.Evening, starts.Morning]
  // Whichever of the two begins later is not the current one.
  const [slot, start] =
    evening > morning ? (['Evening', evening] as const) : (['Morning', morning] as const)
  const inSlot = await insertNudge(sentAt, true)
  const anytime = windowWith(null)
  const later = windowWith([slot])
  await show(payload, [anytime, later], minutesAfter(sentAt, 1))
  expect([anytime.events.length, later.events.length]).toEqual([1, 0])
  for (const minutes of [1, 2]) await show(payload, [anytime, later], minutesAfter(start, minutes))
  expect([anytime.events.length, later.events.length]).toEqual([1, 1])
  const { expires_at } = JSON.parse(/data: (.*)/.exec(later.events[0] ?? '')?.[1] ?? '{}')
  expect(expires_at).toBe(+minutesAfter(start, 60))
  // Windows that connect after ten minutes, or had it, do not get it.
  const late = windowWith([slot])
  await show(payload, [late], minutesAfter(start, 11))
  const known = windowWith([slot], inSlot)
  await show(payload, [known], minutesAfter(start, 3))
  expect([late.events, known.events]).toEqual([[], []])
})
