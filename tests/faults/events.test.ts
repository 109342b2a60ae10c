import pg from 'pg'
import { expect, test } from 'vitest'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { addDate, findWrongPlaces } from '../support/events.ts'
import { startServer, startServerProcess } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

const insertingMails = `select from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query like '%insert into mails%'
    and state <> 'idle'`

/** The numbers of stored reservations, mails and taken places of a date. */
const countStored = async (query: Query, date: number) => {
  const [row] = await query<{ rsvps: number; mails: number; taken: number }>(
    `select (select count(*)::int from reservations where subject = $1) as rsvps,
            (select count(*)::int from mails where kind = 'event_confirm') as mails,
            (select taken from event_dates where id = $1) as taken`,
    [date],
  )
  return row
}

test('a process killed between reservation and mail stores neither; a repeated request stores both once', async () => {
  const url = await makeDatabase('empty')
  const settings = { DATABASE_URL: url, DEMO: '0' }
  await onDatabase(url, async (query) => {
    const date = await addDate(query, { capacity: 5 })
    const body = JSON.stringify({
      date,
      party: 2,
      key: newFormKey(),
      name: 'Jo',
      email: 'killed@venue.example',
    })
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body }
    const first = await startServerProcess(settings)
    const blocker = new pg.Client({ connectionString: url })
    await blocker.connect()
    try {
      await blocker.query('begin')
      await blocker.query('lock table mails in exclusive mode')
      const lost = first.send('/api/calendar/reserve', request).catch(() => null)
      await waitUntil(
        () => query(`${insertingMails} and wait_event_type = 'Lock'`),
        ({ length }) => length > 0,
      )
      await first.stop('SIGKILL')
      await lost
    } finally {
      await blocker.end()
    }
    await waitUntil(
      () => query(insertingMails),
      ({ length }) => length === 0,
    )
    expect(await countStored(query, date)).toEqual({ rsvps: 0, mails: 0, taken: 0 })

    const second = await startServerProcess(settings)
    const reply = await second.send('/api/calendar/reserve', request)
    await second.stop('SIGKILL')
    expect([reply.status, reply.json()]).toEqual([200, { confirm: true, held: true }])
    const third = await startServer(settings)
    await third.send('/api/calendar/reserve', request)
    await third.stop()
    expect(await countStored(query, date)).toEqual({ rsvps: 1, mails: 1, taken: 2 })
    expect(await findWrongPlaces(query)).toEqual([])
  })
})
