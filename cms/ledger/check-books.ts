import { createLocalReq, type Payload } from 'payload'
import type { Database } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { log } from '../log.ts'
import { compareWithAnchor, storeAnchor } from './anchor.ts'
import {
  checkAccounts,
  checkBalances,
  checkEntries,
  checkHolds,
  checkMonths,
  checkStripes,
  checkSums,
  checkTotals,
  checkTransfers,
  countBooks,
  insertCheck,
  listRanges,
  maxDifferences,
  readOneMoment,
  type StoredCheck,
  type Stripe,
} from './queries/checks.ts'
import type { Difference } from './rules.ts'

/** Rows that one query reads. A query of the connection pool may take 30 s. */
const rangeSize = 250_000
const beforeAll: Stripe = { account: -1, stripe: -1 }
const afterAll: Stripe = { account: 2 ** 31 - 1, stripe: 2 ** 15 - 1 }

/**
 * Computes the books anew from their entries, as of one moment, and stores the result. Others write meanwhile.
 * @returns the id of the stored result
 */
export async function checkBooks(payload: Payload, cause: StoredCheck['cause']): Promise<number> {
  const started_at = new Date().toISOString()
  const req = await createLocalReq({}, payload)
  return inTransaction(req, async (db) => {
    await readOneMoment(db)
    const { differences: found, ...counts } = await findDifferences(db)
    const all = [...found, ...(await compareWithAnchor(db))]
    const ok = all.length === 0
    const differences = all.slice(0, maxDifferences)
    // With differences, the entries that earlier checks saw stay the ones to compare with.
    const signature = ok ? await storeAnchor(db) : null
    const id = await insertCheck(db, { ...counts, started_at, ok, differences, cause, signature })
    if (ok) log.info({ check: id, ...counts, signature }, 'checked the books')
    else log.error({ check: id, differences }, 'the check of the books found differences')
    return id
  })
}

/** @param db a transaction that sees one moment */
export async function findDifferences(db: Database) {
  const { last, ...counts } = await countBooks(db)
  const differences: Difference[] = []
  for (let after = 0; after < last; after += rangeSize) {
    differences.push(...(await checkSums(db, after, after + rangeSize)))
    differences.push(...(await checkTransfers(db, after, after + rangeSize)))
  }
  let after = beforeAll
  for (const until of [...(await listRanges(db, rangeSize)).slice(0, -1), afterAll]) {
    differences.push(...(await checkEntries(db, after, until)))
    after = until
  }
  for (const check of [
    checkBalances,
    checkAccounts,
    checkStripes,
    checkHolds,
    checkMonths,
    checkTotals,
  ]) {
    differences.push(...(await check(db)))
  }
  return { ...counts, differences }
}
