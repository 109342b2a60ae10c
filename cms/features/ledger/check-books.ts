import { createLocalReq, type Payload } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { compareWithAnchor, storeAnchor } from './anchor.ts'
import {
  type BalanceStripe,
  beginCheck,
  checkAccounts,
  checkBalances,
  checkEntries,
  checkHolds,
  checkMonths,
  checkStripes,
  checkTotals,
  checkTransferHashes,
  checkTransferSums,
  countBooks,
  insertCheck,
  listRanges,
  maxDifferences,
  type StoredCheck,
} from './queries/checks.ts'
import type { Difference } from './rules.ts'

/** How many rows one query reads, so that it ends within the limit of the connection pool, 30 s. */
const rangeSize = 250_000
const beforeAllStripes: BalanceStripe = { account: -1, stripe: -1 }
const afterAllStripes: BalanceStripe = { account: 2 ** 31 - 1, stripe: 2 ** 15 - 1 }

/**
 * Recomputes the books from their entries, as of one moment, and stores the result. Other transactions can write
 * meanwhile.
 * @param cause what started the check. After `accepted` (an operator accepted the books as they are), the books are not
 *   compared with the results of earlier checks, see `anchor.ts`
 * @returns the result; null if another check is running
 */
export async function checkBooks(payload: Payload, cause: StoredCheck['cause']) {
  const started_at = new Date().toISOString()
  const req = await createLocalReq({}, payload)
  const result = await inTransaction(req, async (db) => {
    if (!(await beginCheck(db))) return null
    const { differences: found, ...counts } = await findDifferences(db)
    const anchorDifferences = cause === 'accepted' ? [] : await compareWithAnchor(db)
    const all = [...found, ...anchorDifferences]
    const ok = all.length === 0
    // With differences, nothing is signed: the next check compares with the last signed check again.
    const signature = ok ? await storeAnchor(db, { ...counts, started_at }) : null
    const differences = all.slice(0, maxDifferences)
    const check = { ...counts, started_at, ok, differences, cause, signature }
    return { id: await insertCheck(db, check), ...check }
  })
  if (!result) {
    log.info('another check of the books is running')
  } else if (result.ok) {
    const { id, transfers, entries, signature } = result
    log.info({ check: id, transfers, entries, signature }, 'checked the books')
  } else {
    const { id, differences } = result
    log.error({ check: id, differences }, 'the check of the books found differences')
  }
  return result
}

/**
 * Counts the transfers and entries of the books, and finds those that do not fit together.
 * @param db the transaction of a check
 */
export async function findDifferences(db: Database) {
  const { last, ...counts } = await countBooks(db)
  const differences: Difference[] = []
  for (let after = 0; after < last; after += rangeSize) {
    differences.push(...(await checkTransferSums(db, after, after + rangeSize)))
    differences.push(...(await checkTransferHashes(db, after, after + rangeSize)))
  }
  let after = beforeAllStripes
  for (const until of [...(await listRanges(db, rangeSize)).slice(0, -1), afterAllStripes]) {
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
