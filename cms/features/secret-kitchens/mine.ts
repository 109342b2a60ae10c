import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { placesLeft } from '../reservations/rules.ts'
import { findState, publicReservation } from '../reservations/service.ts'
import type { MineReply } from './contract.ts'
import { drawDue } from './draw.ts'
import { dropError } from './errors.ts'
import { dropKind } from './kind.ts'
import { findBells } from './queries/bells.ts'
import { findClaimOf } from './queries/claims.ts'
import { findClaimable } from './queries/drops.ts'
import { findEntry } from './queries/entries.ts'
import { drawAt, isDrawDue, stateOf } from './rules.ts'

const noBells = { drop: false, every: false }

/**
 * The server’s clock and what a visitor has of a drop. If the draw is due, it is made first, so nobody waits for its job.
 * @throws HttpError `not_found`
 */
export async function findMine(
  req: PayloadRequest,
  member: { id: number } | null,
  id: number,
): Promise<MineReply> {
  const { payload } = req
  const db = databaseOf(payload)
  const who = { drop: id, member: member?.id ?? 0 }
  let found = await findClaimable(db, who)
  if (!found?.drop.announcedAt) throw dropError('not_found')
  if (member && isDrawDue(found.drop, found.now)) {
    await drawDue(payload, id)
    found = (await findClaimable(db, who)) ?? found
  }
  const { drop, now, memberSince } = found
  const hasOpened = now >= drop.opensAt
  const [entered, claim, bell] = await Promise.all([
    member && hasOpened && !drop.drawnAt ? findEntry(db, who) : null,
    member && hasOpened ? findClaimOf(db, who) : null,
    member ? findBells(db, who) : noBells,
  ])
  const state = claim === null ? null : await findState(dropKind, db, claim)
  return {
    now: now.toISOString(),
    state: stateOf(drop, now),
    opens_at: drop.opensAt.toISOString(),
    draw_at: drawAt(drop).toISOString(),
    left: drop.drawnAt ? placesLeft(drop) : drop.portions,
    is_member: member !== null,
    may_claim: memberSince !== null && drop.announcedAt !== null && memberSince < drop.announcedAt,
    entered,
    claim: state && publicReservation(state),
    bell,
  }
}
