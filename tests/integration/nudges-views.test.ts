import { createLocalReq, type Payload } from 'payload'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findProgress } from '../../cms/features/nudges/actions.ts'
import type { LiveNudge } from '../../cms/features/nudges/contract.ts'
import { nudgeJobs } from '../../cms/features/nudges/jobs.ts'
import { showNudges } from '../../cms/features/nudges/live/broadcast.ts'
import { createWindowToken } from '../../cms/features/nudges/live/window-token.ts'
import * as staffNumbers from '../../cms/features/nudges/queries/staff-numbers.ts'
import type { SeenEvent } from '../../cms/features/nudges/rules.ts'
import { recordSeen } from '../../cms/features/nudges/seen.ts'
import { type Database, databaseOf } from '../../cms/platform/database/query.ts'
import type { LiveWindow } from '../../cms/platform/live/windows.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { startPayload, stopPayload } from '../support/payload.ts'

let url: string
let payload: Payload
let db: Database
let tidy: () => Promise<unknown>

beforeAll(async () => {
  url = await makeDatabase('empty')
  payload = await startPayload(url)
  db = databaseOf(payload)
  const req = await createLocalReq({}, payload)
  tidy = async () => nudgeJobs[0]?.run({} as never, req as never)
})
afterAll(() => stopPayload(payload))
beforeEach(() =>
  onDatabase(url, (query) =>
    query('truncate push_devices, nudge_deliveries, nudge_views, nudges cascade'),
  ),
)

/** A nudge that was sent some time ago. */
async function sentNudge(ago = '1 second'): Promise<number> {
  const [row] = await onDatabase(url, (query) =>
    query<{ id: number }>(
      `insert into nudges (text, link, audience, ttl_minutes, state, sent_at)
       values ('Hello', '/beer', 'everyone', 60, 'sent', now() - $1::interval) returning id`,
      [ago],
    ),
  )
  return row?.id ?? 0
}

/** Inserts a device with a delivery. @returns the device's id */
async function addDelivery(nudge: number, state: string, due = '0 s'): Promise<number> {
  const [row] = await onDatabase(url, (query) =>
    query<{ device: number }>(
      `with device as (
         insert into push_devices (endpoint, endpoint_hash, p256dh, auth, key_hash, user_agent)
         values ('https://push.example', gen_random_uuid(), '', '', gen_random_uuid(), '') returning id)
       insert into nudge_deliveries (nudge, device, person, state, due_at, expires_at, token)
       select $1, id, 'device:' || id, $2, now() + $3::interval, now() + interval '1 hour', 'token ' || id
         from device returning device`,
      [nudge, state, due],
    ),
  )
  return row?.device ?? 0
}

/** Opens windows. @returns the token that each gets */
async function tokensOf(devices: readonly (number | null)[]): Promise<(string | undefined)[]> {
  const written = devices.map(() => '')
  const windows = devices.map((device, n): LiveWindow => {
    const write = (events: string) => {
      written[n] += events
    }
    return { device, member: null, client: 'one', staff: null, topics: new Set(), write }
  })
  await showNudges(payload, windows)
  return written.map((events) => {
    const [, data] = /^data: (.*)$/m.exec(events) ?? []
    return data && (JSON.parse(data) as LiveNudge).token
  })
}

const report = (token: string | undefined, event: SeenEvent) =>
  recordSeen(db, { token: token ?? '', event })

async function numbersOf(nudge: number) {
  const { window_views, window_clicks, clicked } = await findProgress(db, nudge)
  return { window_views, window_clicks, clicked }
}

test('a window without push is counted once, with its click', async () => {
  const id = await sentNudge()
  const [one, other, third] = await tokensOf([null, null, null])
  await report(one, 'shown')
  await report(one, 'shown')
  await report(one, 'clicked')
  await report(one, 'shown')
  await report(other, 'shown')
  await report(third, 'clicked')
  await report(third, 'clicked')
  expect(await numbersOf(id)).toEqual({ window_views: 3, window_clicks: 2, clicked: 0 })
  expect(await staffNumbers.findReachTotals(db, [id])).toEqual([
    { nudge: id, reached: 3, clicked: 2 },
  ])
  expect(await staffNumbers.countNudgesOfTwoWeeks(db, 'Europe/London')).toMatchObject({
    clicked: 2,
  })
})

test.each([
  ['queued', '0 s'],
  ['accepted', '0 s'],
  ['unknown', '0 s'],
])(
  'a click in the window of a device whose delivery is %s counts as a click on the device',
  async (state, due) => {
    const id = await sentNudge()
    const device = await addDelivery(id, state, due)
    const [token] = await tokensOf([device])
    expect(token).toBe(`token ${device}`)
    await report(token, 'clicked')
    expect(await numbersOf(id)).toEqual({ window_views: 0, window_clicks: 0, clicked: 1 })
  },
)

test.each([
  ['queued', '1 hour'],
  ['skipped', '0 s'],
  ['gone', '0 s'],
])(
  'a window of a device whose delivery is %s (due in %s) is counted as a window',
  async (state, due) => {
    const id = await sentNudge()
    const [token] = await tokensOf([await addDelivery(id, state, due)])
    await report(token, 'clicked')
    expect(await numbersOf(id)).toEqual({ window_views: 1, window_clicks: 1, clicked: 0 })
  },
)

test('a window that is opened after a click on the device’s notification does not get the nudge', async () => {
  const id = await sentNudge()
  const [clicked, other] = [await addDelivery(id, 'accepted'), await addDelivery(id, 'accepted')]
  await report(`token ${clicked}`, 'clicked')
  expect(await tokensOf([clicked, other])).toEqual([undefined, `token ${other}`])
})

test('reports about old nudges or with invented tokens are not counted', async () => {
  const [old, id] = [await sentNudge('3 days'), await sentNudge()]
  await report(createWindowToken(old), 'shown')
  await report(createWindowToken(id + 1), 'shown')
  await report(createWindowToken(id).replace(/.$/, '*'), 'shown')
  expect([await numbersOf(old), await numbersOf(id)]).toEqual(
    Array.from({ length: 2 }, () => ({ window_views: 0, window_clicks: 0, clicked: 0 })),
  )
})

test('views of nudges in windows are deleted after 90 days', async () => {
  const id = await sentNudge()
  await report(createWindowToken(id), 'shown')
  await report(createWindowToken(id), 'shown')
  await onDatabase(url, (query) =>
    query(`update nudge_views set shown_at = now() - interval '91 days'
            where token = (select max(token) from nudge_views)`),
  )
  await tidy()
  expect(await numbersOf(id)).toMatchObject({ window_views: 1 })
})
