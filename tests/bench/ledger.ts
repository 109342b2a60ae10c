import { readFileSync } from 'node:fs'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { findDifferences } from '../../cms/features/ledger/check-books.ts'
import { beginCheck } from '../../cms/features/ledger/queries/checks.ts'
import { commonGoodShare } from '../../cms/features/ledger/rules.ts'
import {
  balanceOf,
  findCommonGoodMonths,
  notableMovements,
  statementOf,
  transfer,
} from '../../cms/features/ledger/service.ts'
import { type Database, sql } from '../../cms/platform/database/query.ts'
import { databaseAt, onDatabase } from '../support/database.ts'
import { startServerProcess } from '../support/server.ts'
import { median, percentile, rateOf, runAtRate } from './load.ts'
import type { Row } from './table.ts'

const clients = 50
const members = 1000
const ledgerSettings = { currency: 'GBP', timeZone: 'Europe/London' }
const actor = { kind: 'system' } as const
/** Makes a payment of a member to the venue, with the share of the Common Good. */
type Pay = (n: number) => Promise<unknown>

/**
 * Compares payments with payments of pgledger, and measures the check of the books and statements with many entries.
 * @param databaseUrl any database of the PostgreSQL server; new databases are created on that server
 */
export async function ledger(
  databaseUrl: string,
  { rounds, entries }: { rounds: number; entries: number },
): Promise<Row[]> {
  await onDatabase(databaseUrl, async (query) => {
    await query('create database books')
    await query('create database pgledger')
  })
  const url = databaseAt(databaseUrl, 'books')
  await (await startServerProcess({ DATABASE_URL: url, DEMO: '0' })).stop()
  const fewUrl = databaseAt(databaseUrl, 'few_books')
  await onDatabase(databaseUrl, (query) => query('create database few_books template books'))
  const pool = new pg.Pool({ connectionString: url, max: clients })
  const pgledgerUrl = databaseAt(databaseUrl, 'pgledger')
  const peerPool = new pg.Pool({ connectionString: pgledgerUrl, max: clients })
  const db = drizzle(pool) as unknown as Database
  try {
    const compared = await compare(await ownPay(db), await pgledgerPay(peerPool), rounds)
    return [...compared, ...(await manyEntriesRows(pool, { db, fewUrl, entries }))]
  } finally {
    await pool.end()
    await peerPool.end()
  }
}

const amountOf = (n: number) => 200 + ((n * 37) % 3000)

async function giveCredit(db: Database): Promise<void> {
  for (let member = 1; member <= members; member++) {
    await transfer(db, ledgerSettings, {
      ...({ key: `credit:${member}`, kind: 'top_up', from: 'till:card', actor } as const),
      to: `member:${member}`,
      amountCents: 1_000_000_00,
    })
  }
}

/** @returns a function that pays in the program's own ledger */
async function ownPay(db: Database): Promise<Pay> {
  await giveCredit(db)
  const run = Date.now().toString(36)
  let serial = 0
  return (n) =>
    transfer(db, ledgerSettings, {
      key: `payment:${run}:${++serial}`,
      kind: 'payment',
      area: 'Cafe',
      actor,
      from: `member:${1 + (n % members)}`,
      to: 'venue:sales',
      amountCents: amountOf(n),
    })
}

/** @returns a function that pays in pgledger */
async function pgledgerPay(pool: pg.Pool): Promise<Pay> {
  await pool.query(readFileSync(path.join(import.meta.dirname, 'pgledger.sql'), 'utf8'))
  const account = async (name: string, overdraft: boolean): Promise<string> => {
    const { rows } = await pool.query('select id from pgledger_create_account($1, $2, $3)', [
      name,
      'GBP',
      overdraft,
    ])
    return rows[0].id
  }
  const [till, venue, common] = [
    await account('till', true),
    await account('venue', true),
    await account('common good', false),
  ]
  const ids: string[] = []
  for (let member = 1; member <= members; member++) {
    const id = await account(`member ${member}`, false)
    await pool.query('select from pgledger_create_transfer($1, $2, $3)', [till, id, 1_000_000_00])
    ids.push(id)
  }
  const db = drizzle(pool) as unknown as Database
  return (n) => {
    const amount = amountOf(n)
    return db.execute(sql`
      select * from pgledger_create_transfers(
        (${ids[n % members]}, ${venue}, ${amount}::numeric)::transfer_request,
        (${venue}, ${common}, ${commonGoodShare(amount)}::numeric)::transfer_request)`)
  }
}

async function compare(own: Pay, peer: Pay, rounds: number): Promise<Row[]> {
  const count = 5000
  await rateOf(count, clients, own)
  await rateOf(count, clients, peer)
  const rates: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const rate = await rateOf(count, clients, own)
    const other = await rateOf(count, clients, peer)
    console.error(`payments a second: ${rate.toFixed(0)}, pgledger ${other.toFixed(0)}`)
    rates.push(rate)
    ratios.push(rate / other)
  }
  return [
    {
      what: `Payments with the Common Good’s share, ${clients} clients`,
      value: median(rates),
      unit: '/s',
      goal: { atLeast: 2000 },
    },
    {
      what: 'The same, relative to pgledger’s functions on the same PostgreSQL',
      value: median(ratios),
      unit: '',
      goal: { atLeast: 1 },
    },
  ]
}

const perSecond = 200
const payAs = (db: Database, member: number, n: number) =>
  transfer(db, ledgerSettings, {
    ...({ key: `late:${member}:${n}`, kind: 'payment', actor } as const),
    ...({ from: `member:${member}`, to: 'venue:sales', amountCents: 200 } as const),
  })

const shownMovements = 15

/** Reads the same data from the ledger as the page of the Common Good. Returns the duration. */
async function readPage(db: Database): Promise<number> {
  const begunAt = performance.now()
  await balanceOf(db, 'common_good')
  await findCommonGoodMonths(db)
  const movements = await notableMovements(db, shownMovements)
  if (movements.length !== shownMovements) throw new Error(`There are ${movements.length} lines.`)
  return performance.now() - begunAt
}

/** The id of the member whose statement is read. This member has a hundred entries in each database. */
const readerId = members + 1
async function addReader(db: Database): Promise<void> {
  await transfer(db, ledgerSettings, {
    ...({ key: 'credit:reader', kind: 'top_up', from: 'till:card', actor } as const),
    to: `member:${readerId}`,
    amountCents: 1_000_000,
  })
  for (let n = 0; n < 99; n++) await payAs(db, readerId, n)
  for (let n = 0; n < shownMovements; n++) {
    await transfer(db, ledgerSettings, {
      ...({ key: `cash:${n}`, kind: 'counted_cash', from: 'till:cash', actor } as const),
      to: 'common_good',
      amountCents: 100,
    })
  }
}

async function readStatement(db: Database): Promise<number> {
  const month = new Date()
    .toLocaleDateString('en-CA', { timeZone: ledgerSettings.timeZone })
    .slice(0, 7)
  const begunAt = performance.now()
  const query = { account: `member:${readerId}`, month, timeZone: ledgerSettings.timeZone } as const
  const { lines } = await statementOf(db, query)
  if (lines.length !== 100) throw new Error(`The statement has ${lines.length} lines.`)
  return performance.now() - begunAt
}

/**
 * Measures statements, the page of the Common Good and the check of the books with many entries.
 * @param options.fewUrl the URL of a database with few entries, for comparison
 * @param options.entries the number of entries to which the database is filled
 */
async function manyEntriesRows(
  pool: pg.Pool,
  { db, fewUrl, entries }: { db: Database; fewUrl: string; entries: number },
): Promise<Row[]> {
  await addReader(db)
  await fill(pool, entries)
  await pool.query('vacuum analyze')
  const small = new pg.Pool({ connectionString: fewUrl, max: 2 })
  const smallDb = drizzle(small) as unknown as Database
  await giveCredit(smallDb)
  await addReader(smallDb)
  await small.query('vacuum analyze')
  /** The time that reading takes with many entries, relative to few entries. */
  const ratioOf = async (read: (from: Database) => Promise<number>) => {
    const times = { many: [] as number[], few: [] as number[] }
    for (let n = 0; n < 1000; n++) {
      times.many.push(await read(db))
      times.few.push(await read(smallDb))
    }
    console.error(`${read.name}: ${median(times.many)} ms, few entries ${median(times.few)} ms`)
    return median(times.many) / median(times.few)
  }
  const statements = await ratioOf(readStatement)
  const pages = await ratioOf(readPage)
  await small.end()

  const check = () =>
    drizzle(pool).transaction(async (tx) => {
      const begunAt = performance.now()
      await beginCheck(tx as unknown as Database)
      const { differences, entries: count } = await findDifferences(tx as unknown as Database)
      if (differences.length) throw new Error(JSON.stringify(differences))
      return { count, seconds: (performance.now() - begunAt) / 1000 }
    })
  const idleCheck = await check()
  const pay = (n: number) => payAs(db, 1 + (n % 500), n)
  const idle = await runAtRate(perSecond, 10, pay)
  let isRunning = true
  const busy: number[] = []
  let failures = 0
  const writing = (async () => {
    for (let round = 1; isRunning; round++) {
      const found = await runAtRate(perSecond, 1, (n) => pay(round * 1_000_000 + n))
      busy.push(...found.times)
      failures += found.failures
    }
  })()
  const busyCheck = await check()
  isRunning = false
  await writing
  console.error(JSON.stringify({ idleCheck, busyCheck }))
  if (failures + idle.failures) throw new Error('Payments failed.')
  busy.sort((a, b) => a - b)
  return [
    {
      what: `Check of the books with ${(idleCheck.count / 1e6).toFixed(1)} million entries`,
      value: idleCheck.seconds,
      unit: 's',
      goal: { atMost: 10 },
    },
    {
      what: `Payments meanwhile (${perSecond}/s), p95 relative to before`,
      value: percentile(busy, 0.95) / percentile(idle.times, 0.95),
      unit: '',
    },
    {
      what: 'The longest of these payments',
      value: (busy.at(-1) ?? 0) / 1000,
      unit: 's',
    },
    {
      what: 'Statement of a hundred lines with these entries, relative to a thousand',
      value: statements,
      unit: '',
      goal: { atMost: 1.2 },
    },
    {
      what: 'What the page of the Common Good reads with these entries, relative to a thousand',
      value: pages,
      unit: '',
      goal: { atMost: 1.2 },
    },
  ]
}

/**
 * Adds payments until there are about `entries` entries. Each SQL statement makes many payments, because that is
 * faster.
 */
async function fill(pool: pg.Pool, entries: number): Promise<void> {
  const parallel = 2
  const { rows } = await pool.query('select count(*)::int as count from ledger_entries')
  const each = Math.max(0, Math.ceil((entries - rows[0].count) / 3 / parallel))
  const work = async (worker: number) => {
    const client = await pool.connect()
    await client.query('set synchronous_commit = off')
    for (let from = 0; from < each; from += 200) {
      await client.query(
        `select ledger_transfer('filled:' || $1 || ':' || n, 'filled'::bytea, 'payment', 'Cafe', null, 'GBP',
                  'Europe/London', null, null, null, 'system', null,
                  array['member:' || (n % 500 + $1::int * 500 + 1), 'venue:sales', 'common_good'], array[-300, 297, 3])
           from generate_series($2::int, $3::int) as n`,
        [worker, from + 1, Math.min(from + 200, each)],
      )
    }
    client.release(true)
  }
  await Promise.all(Array.from({ length: parallel }, (_, worker) => work(worker)))
}
