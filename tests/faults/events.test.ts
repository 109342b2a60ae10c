import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { processMarkers } from '../support/child-processes.ts'
import { openCredit } from '../support/credit.ts'
import { addDate, findWrongPlaces } from '../support/events.ts'
import { secret } from '../support/server.ts'

const kills = 4
const members = 150

test('a process killed between place and mail leaves both or neither, with what is held', async () => {
  const site = await openCredit()
  const date = await addDate(site.query, {
    ...{ capacity: kills * members - 100, payment: 'credit', priceCents: 100 },
  })
  const rows = await site.query<{ id: number; email: string }>(
    `insert into members (email, source)
     select 'killed-' || n || '@venue.example', 'test' from generate_series(1, $1) as n returning id, email`,
    [kills * members],
  )
  for (const { id } of rows) await site.topUp(id, 100)
  const acknowledged: number[] = []
  let cut = 0
  for (let kill = 0; kill < kills; kill++) {
    const own = rows.slice(kill * members, (kill + 1) * members)
    const child = spawn(
      process.execPath,
      [
        path.join(import.meta.dirname, '../support/reservation-process.ts'),
        ...[String(date), ...own.map(({ id, email }) => `${id}=${email}`)],
      ],
      {
        env: { ...process.env, ...processMarkers(), DATABASE_URL: site.url, SECRET: secret },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    const closed = once(child, 'close')
    // Killed at an arbitrary moment after the first reservations.
    while (output.split('\n').length < 4) await once(child.stdout, 'data')
    await sleep(Math.random() * 40)
    child.kill('SIGKILL')
    await closed
    const made = output.split('\n').slice(1, -1).map(Number)
    acknowledged.push(...made)
    if (made.length < members) cut++
  }
  expect(cut).toBe(kills)
  const stored = await site.query<{ id: number; mails: number; holds: number; status: string }>(
    `select r.id, r.status,
            (select count(*)::int from mails where to_address = r.email) as mails,
            (select count(*)::int from ledger_holds as h where h.id = r.hold and h.status = 'held') as holds
       from event_rsvps as r where date = $1`,
    [date],
  )
  for (const row of stored) {
    expect(row).toMatchObject({ mails: 1, holds: row.status === 'going' ? 1 : 0 })
  }
  const [counts] = await site.query(
    `select (select count(*)::int from mails) as mails, (select count(*)::int from ledger_holds) as holds`,
  )
  const going = stored.filter(({ status }) => status === 'going').length
  expect(counts).toEqual({ mails: stored.length, holds: going })
  const ids = new Set(stored.map(({ id }) => id))
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  expect(await findWrongPlaces(site.query)).toEqual([])
  expect(await site.differences()).toEqual([])
  await site.pool.end()
})
