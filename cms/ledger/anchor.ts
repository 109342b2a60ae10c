import { hmac, isEqualHmac } from '../crypto/hmac.ts'
import type { Database } from '../database/query.ts'
import { log } from '../log.ts'
import { checkHeads, digestHeads, findSignature, storeHeads } from './queries/checks.ts'
import type { Difference } from './rules.ts'

/**
 * A check without differences stores the last hash of each stripe and signs these hashes with a key that is not in the
 * database. The next check compares. So somebody who can change all tables can't remove the last entries, or compute all
 * hashes again, unnoticed.
 *
 * Result of a check: the key's name, a dot, the HMAC.
 */
const sign = (digest: string) => `${keyName()}.${hmac('ledger anchor', digest)}`

/** Distinguishes keys: another secret has another key. */
const keyName = () => hmac('ledger anchor key').slice(0, 8)

/** @param db a transaction that sees one moment */
export async function compareWithAnchor(db: Database): Promise<Difference[]> {
  const signature = await findSignature(db)
  if (!signature) return []
  if (!signature.startsWith(`${keyName()}.`)) {
    log.warn('the last check of the books was signed with another secret; it is not compared with')
    return []
  }
  if (!isEqualHmac(sign(await digestHeads(db)), signature)) return [{ rule: 'anchor_signature' }]
  return checkHeads(db)
}

/** Stores what the next check compares with. @returns its signature */
export async function storeAnchor(db: Database): Promise<string> {
  await storeHeads(db)
  return sign(await digestHeads(db))
}
