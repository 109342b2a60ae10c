import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { hold, postHeldAmount, transfer } from '../../cms/features/ledger/service.ts'
import type { Database } from '../../cms/platform/database/query.ts'

// A process that books for members until it is killed. The first argument is a number that determines its members, so
// that concurrent processes have different members. Each further argument adds a member, and is the number of the
// member's first transaction. Prints `member number` after each transaction.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 })
const ledgerSettings = { currency: 'GBP', timeZone: 'Europe/London' }
const actor = { kind: 'system' } as const

const work = async (member: number, first: number) => {
  for (let n = first; ; n++) {
    const key = (prefix: string) => `${prefix}:${member}:${n}`
    const details = { kind: 'payment', from: `member:${member}`, to: 'venue:sales' } as const
    await drizzle(pool).transaction(async (tx) => {
      const db = tx as unknown as Database
      await transfer(db, ledgerSettings, {
        ...details,
        key: key('payment'),
        amountCents: 100,
        actor,
      })
      const { id } = await hold(db, ledgerSettings, {
        ...details,
        key: key('hold'),
        amountCents: 20,
        expires: { afterSeconds: 3600 },
      })
      await postHeldAmount(db, ledgerSettings, {
        key: key('post'),
        hold: id,
        amountCents: 10,
        actor,
      })
    })
    writeSync(1, `${member} ${n}\n`)
  }
}

// A killed process would not write the compile cache.
flushCompileCache()
const [slot = 0, ...firsts] = process.argv.slice(2).map(Number)
await Promise.all(firsts.map((first, index) => work(slot * firsts.length + index + 1, first)))
