import { type Executor, sql } from '../../database/sql.ts'
import { env } from '../../env.ts'
import { addressHash } from '../link.ts'
import { personsAt } from '../persons.ts'
import type { Known } from './judge.ts'

/** What is known of an address, and the subscriber's number where there is one. */
export type KnownAddress = Known & { id: number | null; hash: string }

/**
 * What is known of these addresses.
 * @param options.holds whether nobody else may change whom they belong to until the transaction ends
 */
export async function knownOf(
  db: Executor,
  addresses: readonly string[],
  options: { holds: boolean },
): Promise<Map<string, KnownAddress>> {
  const persons = new Map(
    (await personsAt(db, addresses, options)).map((each) => [each.person.email, each]),
  )
  // Asked when they are held: whoever is deleted meanwhile leaves their mark before.
  const hashes = addresses.map((address) => addressHash(address, env().SECRET))
  const { rows } = await db.execute(sql`
    select hash, reason from suppressions
     where hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))`)
  const suppressed = new Map(rows.map(({ hash, reason }) => [String(hash), reason]))
  return new Map(
    addresses.map((address, place) => {
      const hash = hashes[place] ?? ''
      const reason = suppressed.get(hash)
      const { id = null, person = null, confirmedAt = null } = persons.get(address) ?? {}
      const why = reason === undefined ? null : reason === 'asked' ? 'asked' : 'deleted'
      return [address, { id, person, confirmedAt, suppressed: why, hash }]
    }),
  )
}
