import { hmac, isEqualHmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/query.ts'
import {
  checkHeads,
  digestHeads,
  findSignedCheck,
  type StoredCheck,
  storeHeads,
} from './queries/checks.ts'
import type { Difference } from './rules.ts'

// A check without differences stores the last hash of each stripe (`ledger_heads`) and signs them with a key that is
// not in the database. The next check compares the books with these hashes. So if somebody who can write all tables
// removes or recomputes entries that a check has seen, the next check finds it, unless they also remove the results of
// that check and of all later ones.

type Signed = Pick<StoredCheck, 'started_at' | 'accounts' | 'transfers' | 'entries'>

const sign = (digest: string, { started_at, accounts, transfers, entries }: Signed): string =>
  hmac(
    'ledger anchor',
    digest,
    JSON.stringify([new Date(started_at).getTime(), accounts, transfers, entries]),
  )

/** Compares the books with the last signed check. @param db the transaction of a check */
export async function compareWithAnchor(db: Database): Promise<Difference[]> {
  const last = await findSignedCheck(db)
  if (!last?.signature) return []
  const expected = sign(await digestHeads(db), last)
  const forged: Difference[] = isEqualHmac(expected, last.signature)
    ? []
    : [{ rule: 'anchor_signature' }]
  return [...forged, ...(await checkHeads(db))]
}

/** Stores what the next check compares with. @returns the signature of this check */
export async function storeAnchor(db: Database, check: Signed): Promise<string> {
  await storeHeads(db)
  return sign(await digestHeads(db), check)
}
