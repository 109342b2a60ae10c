import { randomBytes } from 'node:crypto'
import type { Payload } from 'payload'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TimeSlot, timeSlots } from '../../cms/features/members/profile/rules.ts'
import { showNudges } from '../../cms/features/nudges/live/broadcast.ts'
import { finishNudges } from '../../cms/features/nudges/queries/nudges.ts'
import type { AudienceKind } from '../../cms/features/nudges/rules.ts'
import { slotStarts } from '../../cms/features/nudges/timing.ts'
import { databaseOf } from '../../cms/platform/database/query.ts'
import type { LiveWindow } from '../../cms/platform/live/windows.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { startPayload, stopPayload } from '../support/payload.ts'

let url: string
let payload: Payload

beforeAll(async () => {
  url = await makeDatabase('empty')
  payload = await startPayload(url)
})
beforeEach(() => onDatabase(url, (query) => query('truncate nudges, push_devices cascade')))
afterAll(() => stopPayload(payload))

type TestWindow = LiveWindow & { events: string[] }
function windowOf(viewer: { device?: number; member?: number }): TestWindow {
  const events: string[] = []
  return {
    member: null,
    staff: null,
    device: null,
    ...viewer,
    client: '',
    topics: new Set(),
    events,
    write: (text) => events.push(text),
  }
}
async function insertDevice(slots: readonly TimeSlot[] | null, member?: number): Promise<number> {
  const hash = randomBytes(8).toString('hex')
  const [row] = await onDatabase(url, (query) =>
    query<{ id: number }>(
      `insert into push_devices
         (endpoint, endpoint_hash, p256dh, auth, key_hash, user_agent, time_slots, member)
       values ($1, $1, '', '', $1, '', $2, $3) returning id`,
      [hash, slots && JSON.stringify(slots), member ?? null],
    ),
  )
  return row?.id ?? 0
}
const setSlots = (device: number, slots: readonly TimeSlot[]) =>
  onDatabase(url, (query) =>
    query('update push_devices set time_slots = $2 where id = $1', [device, JSON.stringify(slots)]),
  )
const windowWith = async (slots: readonly TimeSlot[] | null) =>
  windowOf({ device: await insertDevice(slots) })
const minutesAfter = (start: Date, minutes: number) => new Date(+start + minutes * 60_000)

/** The slot that begins last after a time, so it is not the current slot. */
function lastSlot(sentAt: Date): { slot: TimeSlot; start: Date } {
  // The venue has chosen no time zone, so it has this default.
  const starts = slotStarts(sentAt, 'Europe/London')
  const slot = timeSlots.reduce((one, other) => (starts[other] > starts[one] ? other : one))
  return { slot, start: starts[slot] }
}

async function insertMember(slots: readonly TimeSlot[]): Promise<number> {
  const { id } = await payload.create({
    collection: 'members',
    data: { email: `${randomBytes(8).toString('hex')}@venue.example`, time_slots: [...slots] },
  } as never)
  return Number(id)
}

const stateOf = async (id: number): Promise<string | undefined> =>
  (
    await onDatabase(url, (query) =>
      query<{ state: string }>('select state from nudges where id = $1', [id]),
    )
  )[0]?.state

async function insertNudge({
  sentAt,
  inSlot = false,
  audience = 'everyone',
}: {
  sentAt: Date
  inSlot?: boolean
  audience?: AudienceKind
}): Promise<number> {
  const [row] = await onDatabase(url, (query) =>
    query<{ id: number }>(
      `insert into nudges (text, link, audience, ttl_minutes, state, sent_at, in_slot)
       values ('Hello', '/beer', $3, 60, 'sending', $1, $2) returning id`,
      [sentAt, inSlot, audience],
    ),
  )
  return row?.id ?? 0
}

test('a nudge that is sent in time slots reaches a window once, when the slot of its viewer begins', async () => {
  const sentAt = new Date()
  const { slot, start } = lastSlot(sentAt)
  await insertNudge({ sentAt, inSlot: true })
  const withoutSlots = await windowWith(null)
  const later = await windowWith([slot])
  await showNudges(payload, [withoutSlots, later], minutesAfter(sentAt, 1))
  expect([withoutSlots.events.length, later.events.length]).toEqual([1, 0])
  for (const minutes of [1, 2])
    await showNudges(payload, [withoutSlots, later], minutesAfter(start, minutes))
  expect([withoutSlots.events.length, later.events.length]).toEqual([1, 1])
  const { expires_at } = JSON.parse(/data: (.*)/.exec(later.events[0] ?? '')?.[1] ?? '{}')
  expect(expires_at).toBe(+minutesAfter(start, 60))
  // A window that connects after ten minutes does not get it.
  const late = await windowWith([slot])
  await showNudges(payload, [late], minutesAfter(start, 11))
  expect(late.events).toEqual([])
})

test('a window of a member gets a nudge in the time slot of the profile', async () => {
  const sentAt = new Date()
  const { slot, start } = lastSlot(sentAt)
  const member = await insertMember([slot])
  await insertNudge({ sentAt, inSlot: true, audience: 'members' })
  // The second window has no session, but its device belongs to the member, so it gets the member's nudges.
  const windows = [
    windowOf({ member }),
    windowOf({ device: await insertDevice(null, member) }),
    await windowWith([slot]),
  ]
  const shown = () => windows.map(({ events }) => events.length)
  await showNudges(payload, windows, minutesAfter(sentAt, 1))
  expect(shown()).toEqual([0, 0, 0])
  await showNudges(payload, windows, minutesAfter(start, 1))
  expect(shown()).toEqual([1, 1, 0])
})

test('a window that waits for its slot does not get a nudge that was cancelled', async () => {
  const sentAt = new Date()
  const { slot, start } = lastSlot(sentAt)
  const id = await insertNudge({ sentAt, inSlot: true })
  const window = await windowWith([slot])
  await showNudges(payload, [window], minutesAfter(sentAt, 1))
  // The nudge has no deliveries. It is still being sent only because windows will show it.
  await finishNudges(databaseOf(payload))
  expect(await stateOf(id)).toBe('sending')
  const { cancelNudge } = await import('../../cms/features/nudges/actions.ts')
  const { createLocalReq } = await import('payload')
  expect(await cancelNudge(await createLocalReq({}, payload), id)).toMatchObject({
    state: 'cancelled',
    message: 'No device waited for it. No more windows of the site show it.',
  })
  await showNudges(payload, [window], minutesAfter(start, 1))
  expect(window.events).toEqual([])
})

test('a nudge that is sent in time slots gets the state “sent” when all slots have begun', async () => {
  const id = await insertNudge({ sentAt: minutesAfter(new Date(), -25 * 60 - 11), inSlot: true })
  await finishNudges(databaseOf(payload))
  expect(await stateOf(id)).toBe('sent')
})

test('the server decides once whether a window gets a nudge, even if the audience changes later', async () => {
  const sentAt = new Date()
  const id = await insertNudge({ sentAt, audience: 'members' })
  const window = await windowWith(null)
  await showNudges(payload, [window], sentAt)
  await onDatabase(url, (query) =>
    query(`update nudges set audience = 'everyone' where id = $1`, [id]),
  )
  const later = await windowWith(null)
  await showNudges(payload, [window, later], sentAt)
  expect([window.events.length, later.events.length]).toEqual([0, 1])
})

test('a window uses time slots that its device chose after the window was opened', async () => {
  const device = await insertDevice(null)
  const window = windowOf({ device })
  const sentAt = new Date()
  const { slot } = lastSlot(sentAt)
  await setSlots(device, [slot])
  await insertNudge({ sentAt, inSlot: true })
  await showNudges(payload, [window], sentAt)
  expect(window.events).toEqual([])
})

test('a window of a person whose delivery was skipped by the cap does not get the nudge', async () => {
  const sentAt = new Date()
  const id = await insertNudge({ sentAt, inSlot: true })
  const window = await windowWith(null)
  await onDatabase(url, (query) =>
    query(
      `insert into nudge_deliveries (nudge, device, person, state, reason, token, due_at, expires_at)
       values ($1, $2, $3, 'skipped', 'capped', 'token', now(), now())`,
      [id, window.device, `device:${window.device}`],
    ),
  )
  const other = await windowWith(null)
  await showNudges(payload, [window, other], sentAt)
  expect([window.events.length, other.events.length]).toEqual([0, 1])
})
