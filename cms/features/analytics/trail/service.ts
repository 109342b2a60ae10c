import type { Database } from '../../../platform/database/query.ts'
import { forgetAttendance } from '../../check-in/service.ts'
import { findAnalyticsConsent, lockMembers, setAnalyticsConsent } from '../../members/service.ts'
import { markDaysDirty } from '../queries/dirty.ts'
import type { TrailReply } from './contract.ts'
import { describeVisit } from './describe-visit.ts'
import {
  anonymiseMemberRows,
  deleteMemberRows,
  findDeletions,
  findVisits,
  forgetDeletion,
  recordDeletion,
} from './queries.ts'
import { visitsPerPage } from './rules.ts'

/**
 * The stored data of a member's visits, newest first.
 * @param before ISO 8601: only visits that began earlier; null or missing for the newest visits
 */
export async function findTrail(
  db: Database,
  member: number,
  before?: string,
): Promise<TrailReply> {
  const visits = await findVisits(db, member, { before, limit: visitsPerPage + 1 })
  const shown = visits.slice(0, visitsPerPage).map(describeVisit)
  const next = visits.length > shown.length ? (shown.at(-1)?.started_at ?? null) : null
  return { visits: shown, next }
}

/**
 * Stores a member's decision. After a withdrawal, no stored row refers to the member, and the member's visits are
 * anonymous. Where the member was in the house is deleted.
 */
export async function decideConsent(db: Database, id: number, consent: boolean): Promise<void> {
  // New events of the member are stored either before or after this transaction, see `findAnalyticsConsent`.
  await lockMembers(db, [id])
  const isChanged = await setAnalyticsConsent(db, id, consent)
  if (!isChanged || consent) return
  await anonymiseMemberRows(db, id)
  await forgetAttendance(db, id)
}

/**
 * The time from which the visits of members are stored as their own (ISO 8601): when they agreed, or when they last
 * deleted their visits, if that was later. Members without consent are missing. The decisions of all these members are
 * locked, see `findAnalyticsConsent`.
 */
export async function findTrailStarts(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const agreed = await findAnalyticsConsent(db, ids)
  const deleted = await findDeletions(db, [...agreed.keys()])
  return new Map([...agreed].map(([id, since]) => [id, laterOf(since, deleted.get(id))]))
}

const laterOf = (one: string, other = one): string => (other > one ? other : one)

/**
 * Permanently deletes the stored data of a member's visits, see `trailDeletions`.
 * @returns how many visits there were
 */
export async function deleteTrail(db: Database, id: number): Promise<number> {
  const visits = await deleteVisits(db, id)
  await recordDeletion(db, id)
  return visits
}

/** Deletes everything that refers to a member. */
export async function eraseTrail(db: Database, id: number): Promise<void> {
  await deleteVisits(db, id)
  await forgetDeletion(db, id)
}

async function deleteVisits(db: Database, id: number): Promise<number> {
  await lockMembers(db, [id])
  const { days, visits } = await deleteMemberRows(db, id)
  await markDaysDirty(db, days)
  return visits
}
