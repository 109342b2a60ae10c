import { hmac } from '../../../platform/crypto/hmac.ts'
import type { Database } from '../../../platform/database/query.ts'
import { hasReservation } from '../queries/guests.ts'
import { countNoShows, type KnownGuest } from '../queries/no-shows.ts'
import type { Booking } from '../queries/place.ts'
import { setDeposit } from '../queries/sheet.ts'
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

/**
 * Asks a deposit for a held table of somebody who repeatedly did not come, before it is a booking. One that the rule of
 * the area asks stays at least as high.
 * @returns the deposit now, in minor units
 */
export async function askDeposit(
  db: Database,
  { id, party, depositCents }: Pick<Booking, 'id' | 'party' | 'depositCents'>,
  person: Parameters<typeof knownGuest>[0],
): Promise<number> {
  const noShows = await countNoShows(db, knownGuest(person))
  const asked = depositAfter(noShows, { depositCents, party })
  if (asked <= depositCents || (await hasReservation(db, id))) return depositCents
  await setDeposit(db, id, asked)
  return asked
}
