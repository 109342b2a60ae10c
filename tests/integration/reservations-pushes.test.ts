import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { addDate } from '../support/events.ts'
import { membershipOf } from '../support/membership.ts'
import { nudgesAt, turnOn } from '../support/nudges.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { type Server, startServer } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let service: PushService

beforeAll(async () => {
  service = await startPushService()
  server = await startServer({
    ...{ DATABASE_URL: await makeDatabase('empty'), DEMO: '0' },
    PUSH_LOCAL_SERVICES: service.origin,
  })
})
afterAll(async () => {
  await server?.stop()
  await service?.stop()
})

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(server.databaseUrl, (run) => run<Row>(text, values))

let serial = 0
/** A member with a device, who goes to a date. */
async function makeGuest(status = 'going') {
  const { visitor, user } = await membershipOf(server, server.databaseUrl).signIn(
    `pushed${++serial}@venue.example`,
  )
  const device = await turnOn(visitor, service)
  const date = await onDatabase(server.databaseUrl, (run) => addDate(run, { title: 'Film Club' }))
  const [row] = await query<{ id: number }>(
    `insert into reservations (kind, subject, member, party, status, payment, key, confirmed_at)
     values ('event', $1, $2, 1, $3, 'free', $4, now()) returning id`,
    [date, user.id, status, `pushed-${serial}`],
  )
  return { device, member: Number(user.id), reservation: row?.id ?? 0 }
}
/** Runs the job, also with what an earlier run has done already. */
async function push(mail: string, about: string, reservations: number[]) {
  await query(`select graphile_worker.add_job('events.push', $1::json, max_attempts => 1)`, [
    JSON.stringify({ mail, about, reservations }),
  ])
  await waitUntil(
    () => query(`select from graphile_worker.jobs where task_identifier = 'events.push'`),
    (jobs) => jobs.length === 0,
  )
}

test('news of a reservation are pushed once each, however often their job runs, to those whom they concern', async () => {
  const [going, other, absent] = [await makeGuest(), await makeGuest(), await makeGuest('no_show')]
  const all = [going, other, absent].map(({ reservation }) => reservation)
  await query(`insert into event_settings (member, wants_push) values ($1, false)`, [other.member])
  for (const _ of [1, 2]) await push('reminder_day', '2026-12-01', all)
  expect(nudgesAt(service, going.device)).toMatchObject([
    { title: 'Film Club', body: expect.stringMatching(/^It’s nearly time: /) },
  ])
  // Who wants no pushes about events, and who did not come.
  for (const { device } of [other, absent]) expect(nudgesAt(service, device)).toEqual([])
  await push('reminder_day', '2026-12-02', all)
  expect(nudgesAt(service, going.device)).toHaveLength(2)
})
