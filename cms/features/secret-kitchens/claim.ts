import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { newFormKey } from '../../platform/http/cookies/form-key.ts'
import type { SignedIn } from '../members/contract.ts'
import { publicReservation, reserve } from '../reservations/service.ts'
import type { ClaimReply } from './contract.ts'
import { drawDue } from './draw.ts'
import { dropError } from './errors.ts'
import { dropKind } from './kind.ts'
import { findClaimable } from './queries/drops.ts'
import { insertEntry } from './queries/entries.ts'
import { drawAt, entersDraw, isDrawDue, refusalOfClaim } from './rules.ts'

/**
 * Claims portions of a drop, by the database’s clock. Within the first seconds the claim is an entry of the draw. Later,
 * portions are held until the member says how they are paid; if none are left, the member waits. A repeated claim changes
 * nothing.
 * @throws HttpError `not_found`, `not_open`, `too_new`, `sold_out`, `over`, `cancelled`, `too_many`, and the errors of
 *   `reserve`
 */
export async function claim(
  req: PayloadRequest,
  member: SignedIn,
  { drop: id, portions: party }: { drop: number; portions: number },
): Promise<ClaimReply> {
  const { payload } = req
  const db = databaseOf(payload)
  const found = await findClaimable(db, { drop: id, member: member.id })
  if (!found?.memberSince) throw dropError('not_found')
  const { drop, now, memberSince } = found
  const refusal = refusalOfClaim(drop, { now, memberSince })
  if (refusal) throw dropError(refusal)
  if (party > drop.each) throw dropError('too_many', { field: 'portions' })
  if (entersDraw(drop, now) && (await insertEntry(db, { drop: id, member: member.id, party }))) {
    return {
      ...{ result: 'entered', now: now.toISOString() },
      draw_at: drawAt(drop).toISOString(),
    }
  }
  // The draw comes before later claims, also if its job is late.
  if (drop.drawnAt === null && isDrawDue(drop, drawAt(drop))) await drawDue(payload, id)
  const state = await reserve(dropKind, req, {
    ...{ subject: id, party, key: newFormKey(), guest: { member } },
  })
  return { result: 'claimed', now: now.toISOString(), claim: publicReservation(state) }
}
