import type { Payload } from 'payload'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import type { LookupResult } from '../../platform/http/parts.ts'
import { balanceOf } from '../ledger/service.ts'
import { hasCardPayments } from '../payments/stripe.ts'
import { type CardFacts, findCardFacts } from '../reservations/guest/card-facts.ts'
import { placesLeft } from '../reservations/rules.ts'
import { findByToken } from '../reservations/service.ts'
import { dropKind } from './kind.ts'
import { countSlots, findSlot } from './queries/claims.ts'
import {
  type Drop,
  findDrop,
  findDropBySlug,
  listLinkedDrops,
  listPublicDrops,
} from './queries/drops.ts'
import { type DropState, freeSlots, nextChange, stateOf } from './rules.ts'
import type { ClaimState } from './take.ts'

export { newFormKey } from '../../platform/http/cookies/form-key.ts'

/** A drop as its pages show it. */
export type ShownDrop = { drop: Drop; state: DropState; left: number; changesAt: Date | null }

const shown = (drop: Drop, now: Date): ShownDrop => ({
  drop,
  state: stateOf(drop, now),
  left: drop.drawnAt ? placesLeft(drop) : drop.portions,
  changesAt: nextChange(drop, now),
})

const listed = 30

/** The drops that the list shows: the next ones first. Called off ones are shown until their day is over. */
export async function findShownDrops(payload: Payload): Promise<ShownDrop[]> {
  const now = new Date()
  const drops = await listPublicDrops(databaseOf(payload), listed)
  return drops
    .map((drop) => shown(drop, now))
    .filter(({ drop, state }) => state !== 'cancelled' || drop.endsAt > now)
}

/** Drops that the page of the kitchens names. */
export async function findLinkedDrops(payload: Payload): Promise<ShownDrop[]> {
  const now = new Date()
  return (await listLinkedDrops(databaseOf(payload))).map((drop) => shown(drop, now))
}

/** An announced drop; null if there is none. */
export async function findShownDrop(payload: Payload, slug: string): Promise<ShownDrop | null> {
  const drop = await findDropBySlug(databaseOf(payload), slug)
  return drop?.announcedAt ? shown(drop, new Date()) : null
}

/** The drop that the page after a form names. */
export async function findDropOfForm(payload: Payload, id: number): Promise<ShownDrop | null> {
  const drop = await findDrop(databaseOf(payload), id)
  return drop?.announcedAt ? shown(drop, new Date()) : null
}

export const findDropLookUp = async (payload: Payload, path: string): Promise<LookupResult> =>
  (await findShownDrop(payload, path.split('/').at(-1) ?? '')) ? 'own' : null

/** The section of texts that the page of a claim shows. */
export type ClaimSection =
  | 'held'
  | 'waitlisted'
  | 'offered'
  | 'going'
  | 'collected'
  | 'missed'
  | 'cancelled'
  | 'expired'
  | 'called_off'

/** The section for a claim. @param isOver whether the drop has been served */
export function claimSection(
  { status, cancelledBy, inside, heldUntil, offeredUntil }: ClaimState,
  now: Date,
  isOver: boolean,
): ClaimSection {
  if (status === 'cancelled') {
    return cancelledBy === 'event'
      ? 'called_off'
      : cancelledBy === 'expiry'
        ? 'expired'
        : 'cancelled'
  }
  if (status === 'attended' || inside > 0) return 'collected'
  if (status === 'no_show') return 'missed'
  if (status === 'held') return heldUntil && heldUntil > now ? 'held' : 'expired'
  if (status === 'offered') return offeredUntil && offeredUntil > now ? 'offered' : 'expired'
  if (isOver) return status === 'going' ? 'missed' : 'expired'
  return status
}

export type FoundClaim = {
  state: ClaimState
  section: ClaimSection
  now: Date
  slot: string | null
  /** Slots that can be chosen now. */
  slots: string[]
  /** Whether it can still be given back or changed. */
  isChangeable: boolean
  /** What the member has in credit; null if the claim has no member any more. */
  creditCents: number | null
  hasCards: boolean
  card: CardFacts | null
}

/** The claim of a permanent link; null if there is none. Changes nothing. */
export async function findClaim(payload: Payload, token: string): Promise<FoundClaim | null> {
  const state = await findByToken(dropKind, payload, token)
  if (!state) return null
  const db = databaseOf(payload)
  const now = new Date()
  const { subject: drop, id, party, member } = state
  const [slot, taken, card, creditCents] = await Promise.all([
    findSlot(db, id),
    countSlots(db, drop.id, id),
    findCardFacts(dropKind, payload, state),
    creditOf(db, member),
  ])
  const isOver = stateOf(drop, now) === 'served'
  return {
    ...{ state, now, slot, card, creditCents },
    section: claimSection(state, now, isOver),
    slots: freeSlots(drop, taken, party),
    isChangeable: !isOver && drop.startsAt > now,
    hasCards: hasCardPayments(),
  }
}

const creditOf = async (db: Database, member: number | null): Promise<number | null> =>
  member === null ? null : (await balanceOf(db, `member:${member}`)).availableCents
