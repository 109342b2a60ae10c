import type { Payload } from 'payload'
import { createLocalReq } from 'payload'
import { z } from 'zod'
import type { Database } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobType } from '../../platform/jobs/job.ts'
import {
  findAnalyticsConsent,
  hasAnalyticsConsent,
  listConsenting,
  lockMembers,
} from '../members/service.ts'
import { venueAreas } from '../venue/rules.ts'
import { forgetInPast, listNamedInPast } from './queries/movements.ts'
import { confirmVisit, deleteVisitsOf, insertVisit, type Visit } from './queries/visits.ts'

const visitData = z.object({
  member: z.number(),
  night: z.string(),
  area: z.enum(venueAreas),
  source: z.enum(['here', 'door']),
  at: z.string(),
})
export const visitJob: JobType<z.output<typeof visitData>> = {
  name: 'check-in.visit',
  data: visitData,
}

/** `at`: when they came, which a phone without a network may say much later. */
type NewVisit = Pick<Visit, 'member' | 'night' | 'area' | 'source' | 'at'>

/**
 * Keeps where a member was, if they agreed to that before they came. Their decision is locked, so a visit is stored before a withdrawal, which
 * deletes it, or not at all. If somebody changes the member just now, a job does it afterwards: the door does not wait, because
 * others wait for what it has locked.
 * @param db a transaction
 * @returns `first`: whether it is the first visit of this area in this night, as far as visits are kept
 */
export async function keepVisit(
  db: Database,
  visit: NewVisit,
): Promise<{ kept: boolean; first: boolean }> {
  const agreed = await findAgreement(db, visit)
  if (agreed !== null) return { kept: agreed, first: !agreed || (await storeVisit(db, visit)) }
  const isChanged = await hasAnalyticsConsent(db, visit.member)
  if (isChanged) await enqueue(db, visitJob, { ...visit, at: visit.at.toISOString() })
  return { kept: isChanged, first: true }
}

/** Whether they had agreed when they came; null if they do not agree, or if somebody changes the member just now. */
async function findAgreement(
  db: Database,
  { member, at }: Pick<NewVisit, 'member' | 'at'>,
): Promise<boolean | null> {
  const since = (await findAnalyticsConsent(db, [member])).get(member)
  return since === undefined ? null : new Date(since) <= at
}

async function storeVisit(db: Database, visit: NewVisit): Promise<boolean> {
  const first = await insertVisit(db, visit)
  if (!first && visit.source === 'door') await confirmVisit(db, visit)
  return first
}

/** Deletes where a member was, after they withdrew their agreement. */
export async function forgetAttendance(db: Database, member: number): Promise<void> {
  await deleteVisitsOf(db, member)
  await forgetInPast(db, [member])
}

/** Forgets in the scans of earlier nights who did not agree that their attendance is kept. */
export async function forgetWithoutConsent(db: Database): Promise<void> {
  let named = await listNamedInPast(db, 0)
  while (named.length) {
    const agreed = new Set(await listConsenting(db, named))
    await forgetInPast(
      db,
      named.filter((member) => !agreed.has(member)),
    )
    named = await listNamedInPast(db, named.at(-1) ?? 0)
  }
}

/** Does what `keepVisit` left to a job. Nothing else is locked here, so it may wait for the member. */
export async function keepVisitLater(
  payload: Payload,
  { at, ...visit }: z.output<typeof visitData>,
): Promise<void> {
  await inTransaction(await createLocalReq({}, payload), async (db) => {
    await lockMembers(db, [visit.member])
    const came = { ...visit, at: new Date(at) }
    if (await findAgreement(db, came)) await storeVisit(db, came)
  })
}
