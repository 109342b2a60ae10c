import { hmac } from '../../../platform/crypto/hmac.ts'
import type { Database } from '../../../platform/database/query.ts'
import { countNoShows, type KnownGuest } from '../queries/no-shows.ts'
import { depositAfter, phoneKey } from './rules.ts'

export const emailHmac = (email: string): string => hmac('no-show address', email)

/** How somebody is recognised, without storing the number or the address. */
export function knownGuest({
  member,
  phone,
  email,
}: {
  member: number | null
  phone: string | null
  email: string | null
}): KnownGuest {
  const key = phoneKey(phone)
  return {
    member,
    phoneHmac: key && hmac('no-show telephone', key),
    emailHmac: email && emailHmac(email),
  }
}

/** The deposit of a party, in minor units: more than the rule of the area asks, if it repeatedly did not come. */
export const depositOfGuest = async (
  db: Database,
  person: Parameters<typeof knownGuest>[0],
  request: { depositCents: number; party: number },
): Promise<number> => depositAfter(await countNoShows(db, knownGuest(person)), request)
