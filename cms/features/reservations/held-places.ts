import type { PayloadRequest } from 'payload'
import { hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { networkKeys } from '../../platform/limits/clients.ts'
import {
  countAttempt,
  countSeveralAttempts,
  resetAttempts,
  undoAttempt,
} from '../../platform/limits/service.ts'
import type { Reservation } from './contract.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { heldShares, type KindName } from './rules.ts'

/**
 * Limits how many places of a subject unconfirmed reservations can hold. All reservations of one client can hold one
 * share of the places, and all reservations of its network a larger share, see `heldShares`. Places are counted when
 * they are requested, even if the email address already has a reservation. Otherwise the replies to later requests
 * would reveal whether the address has a reservation. Counts expire after the kind's `heldMinutes`, like the held
 * places.
 */

/** Prefixes of reservations' keys, for a client and for its widest network. They are hashed, so they reveal neither. */
export type Network = { own: string; wide: string }

/** @returns null if the request was made by the program itself */
export function networkOf(req: PayloadRequest): Network | null {
  const keys = req.headers ? networkKeys(req, 'event places') : []
  const [own, wide] = [keys.at(0), keys.at(-1)].map((each) => each?.key.slice(-32, -16) ?? '')
  return own && wide ? { own: `${wide}.${own}.`, wide: `${wide}.` } : null
}

/** Reads the network of the client from the key of an unconfirmed reservation. */
function networkIn(key: string): Network | null {
  const [own, wide] = /^([0-9a-f]{16}\.)[0-9a-f]{16}\./.exec(key) ?? []
  return own && wide ? { own, wide } : null
}

/** Replaces the key of a confirmed reservation, whose network is no longer needed. */
export const confirmedKey = ({ id }: { id: number }): string => `confirmed:${id}`

export const hasNetwork = ({ key }: { key: string }): boolean => networkIn(key) !== null

type Places = { kind: KindName; subject: number }
const keyOf = ({ kind, subject }: Places, prefix: string) =>
  `${kind} places held at ${subject} by ${prefix}`
type PlacesRequest = { party: number; email: string | null; network: Network }
const keyOfRequest = ({ kind, subject }: Places, { party, email, network }: PlacesRequest) =>
  `${kind} places requested at ${subject} by ${network.own} ${hmac('event places', `${email} ${party}`)}`

/**
 * Takes the places of a party from the shares of its client and network. A repeated request takes no more places; it
 * waits until the first request is granted or refused. Call this function outside of transactions.
 * @returns whether the party may hold places until its address is confirmed
 */
export const takeShareOfPlaces = <S extends Subject>(
  {
    name: kind,
    heldMinutes,
    confirmation,
  }: Pick<ReservationKind<S>, 'name' | 'heldMinutes' | 'confirmation'>,
  req: PayloadRequest,
  { id: subject, capacity }: Pick<S, 'id' | 'capacity'>,
  { party, email, network }: PlacesRequest,
): Promise<boolean> =>
  inTransaction(req, async (db) => {
    if (capacity === null) return true
    const windowMs = heldMinutes * 60_000
    const requestKey = keyOfRequest({ kind, subject }, { party, email, network })
    const { count } = await countAttempt(db, requestKey, { max: 1, windowMs, fixed: true })
    if (count > 1) return true
    const take = (prefix: string, { places, share }: { places: number; share: number }) => {
      const usual = Math.min(places, Math.max(party, Math.floor(capacity * share)))
      // Without a confirmation there is no later moment at which a large party could take its places.
      const max = confirmation === 'none' ? Math.max(party, usual) : usual
      return countSeveralAttempts(db, keyOf({ kind, subject }, prefix), party, { max, windowMs })
    }
    const isOwnTaken = await take(network.own, heldShares.client)
    if (isOwnTaken && (await take(network.wide, heldShares.network))) return true
    if (isOwnTaken) await undoAttempt(db, keyOf({ kind, subject }, network.own), party)
    await resetAttempts(db, requestKey)
    return false
  })

/**
 * Gives back the places that a held reservation took from the shares of its client and network, unless it took none, or
 * they were given back or have expired.
 */
export async function returnShareOfPlaces(
  db: Database,
  {
    key,
    kind,
    subject,
    party,
    email,
  }: Pick<Reservation, 'key' | 'kind' | 'subject' | 'party' | 'email'>,
): Promise<void> {
  const network = networkIn(key)
  if (!network) return
  const places = { kind, subject }
  if (!(await resetAttempts(db, keyOfRequest(places, { party, email, network })))) return
  for (const prefix of [network.own, network.wide]) {
    await undoAttempt(db, keyOf(places, prefix), party)
  }
}
