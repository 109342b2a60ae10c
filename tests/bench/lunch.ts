import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Payload, PayloadRequest } from 'payload'
import pg from 'pg'
import { roundUps } from '../../cms/features/ledger/ports.ts'
import { placeOrder } from '../../cms/features/lunch-run/orders.ts'
import { becomeRunner, sayFetched } from '../../cms/features/lunch-run/runs.ts'
import { advanceRun } from '../../cms/features/lunch-run/steps.ts'
import type { SignedIn } from '../../cms/features/members/contract.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import type { Feature } from '../../cms/platform/feature.ts'
import { payloadOn } from '../support/credit.ts'
import { databaseAt, onDatabase, type Query } from '../support/database.ts'
import { addRun, setCutOff } from '../support/lunch.ts'
import { startServerProcess } from '../support/server.ts'
import { median } from './load.ts'
import type { Row } from './table.ts'

const eaters = 200
const lastSeconds = 10

/**
 * Measures a lunch of 200: its settlement with round-ups, and orders in the last ten seconds.
 * @param databaseUrl any database of the PostgreSQL server; a new database is created on that server
 */
export async function lunch(databaseUrl: string, { rounds }: { rounds: number }): Promise<Row[]> {
  await onDatabase(databaseUrl, (query) => query('create database lunch'))
  const url = databaseAt(databaseUrl, 'lunch')
  await (await startServerProcess({ DATABASE_URL: url, DEMO: '0' })).stop()
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  const query: Query = async (text, values) => (await pool.query(text, values)).rows
  try {
    const payload = payloadOn(pool)
    const custom = payload.config.custom as { features: readonly Feature[] }
    const own = { name: 'round-ups', provides: [roundUps.with(async () => true)] }
    custom.features = [...custom.features, own]
    const members = await addMembers(query)
    return await measure({
      payload,
      query,
      db: drizzle(pool) as unknown as Database,
      members,
      rounds,
    })
  } finally {
    await pool.end()
  }
}

const addMembers = async (query: Query): Promise<SignedIn[]> => {
  const rows = await query<{ id: number; email: string }>(
    `insert into members (email, source) select 'eater-' || n || '@bench.example', 'bench'
       from generate_series(1, ${eaters}) as n returning id, email`,
  )
  await query(
    `select ledger_transfer('bench:' || id, '\\x00'::bytea, 'top_up', null, null, 'GBP', 'Europe/London', null, null, null,
                            'system', null, array['till:cash', 'member:' || id], array[-1000000, 1000000]::bigint[])
       from members`,
  )
  return rows.map(({ id, email }) => ({ id, email, name: null, session: '' }))
}

type Bench = {
  payload: Payload
  query: Query
  db: Database
  members: readonly SignedIn[]
  rounds: number
}

async function measure({ payload, query, db, members, rounds }: Bench): Promise<Row[]> {
  const request = () => ({ payload, context: { timeZone: 'UTC' } }) as unknown as PayloadRequest
  const order = (member: SignedIn, run: number) =>
    placeOrder(request(), member, {
      ...{ run, lines: [{ dish: 'soup', quantity: 1, extras: [] }], note: '', payment: 'credit' },
    })
  const [runner] = members
  if (!runner) throw new Error('There are no members.')
  const settled: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { id } = await addRun(db, { source: 'kitchens', vendor: null })
    for (const member of members) await order(member, id)
    await becomeRunner(request(), runner, id)
    await setCutOff(query, id, -1)
    await advanceRun(payload, id)
    const startedAt = performance.now()
    await sayFetched(request(), runner, { run: id, payee: 'venue' })
    settled.push(performance.now() - startedAt)
  }
  const { id } = await addRun(db, { withoutRunner: 'self' })
  await setCutOff(query, id, lastSeconds * 0.95)
  let accepted = 0
  await Promise.all(
    members.map(async (member, index) => {
      await sleep((index * lastSeconds * 1000) / eaters)
      await order(member, id).then(
        () => accepted++,
        () => {},
      )
    }),
  )
  await advanceRun(payload, id)
  const [row] = await query<{ listed: number; late: number }>(
    `select count(*)::int as listed, count(*) filter (where o.created_at >= r.cut_off_at)::int as late
       from lunch_orders as o join lunch_runs as r on r.id = o.run where o.run = $1`,
    [id],
  )
  const { listed = 0, late = 0 } = row ?? {}
  return [
    {
      what: 'A lunch of 200 with round-ups, settled',
      ...{ value: median(settled) / 1000, unit: 's', goal: { atMost: 1 } },
    },
    {
      what: 'Lunches ordered in the last ten seconds by 200: accepted',
      ...{ value: accepted, unit: '', goal: { atLeast: eaters * 0.9 } },
    },
    {
      what: 'Of these, accepted but not on the list, or after the cut-off',
      ...{ value: Math.abs(accepted - listed) + late, unit: '', goal: { atMost: 0 } },
    },
  ]
}
