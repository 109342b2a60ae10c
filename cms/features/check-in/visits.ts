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

type NewVisit = Pick<Visit, 'member' | 'night' | 'area' | 'source'>

/**
 * Keeps where a member was, if they agree to that. Their decision is locked, so a visit is stored before a withdrawal, which
 * deletes it, or not at all. If somebody changes the member just now, a job does it afterwards: the door does not wait, because
 * others wait for what it has locked.
 * @param db a transaction
 * @returns `first`: whether it is the first visit of this area in this night, as far as visits are kept
 */
export async function keepVisit(
  db: Database,
  visit: NewVisit,
): Promise<{ kept: boolean; first: boolean }> {
  const agreed = await findAnalyticsConsent(db, [visit.member])
  if (agreed.has(visit.member)) return { kept: true, first: await storeVisit(db, visit, null) }
  const isChanged = await hasAnalyticsConsent(db, visit.member)
  if (isChanged) await enqueue(db, visitJob, { ...visit, at: new Date().toISOString() })
  return { kept: isChanged, first: true }
}

async function storeVisit(db: Database, visit: NewVisit, at: Date | null): Promise<boolean> {
  const first = await insertVisit(db, { ...visit, ...(at && { at }) })
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
  const named = await listNamedInPast(db)
  const agreed = new Set(await listConsenting(db, named))
  await forgetInPast(
    db,
    named.filter((member) => !agreed.has(member)),
  )
}

/** Does what `keepVisit` left to a job. Nothing else is locked here, so it may wait for the member. */
export async function keepVisitLater(
  payload: Payload,
  { at, ...visit }: z.output<typeof visitData>,
): Promise<void> {
  await inTransaction(await createLocalReq({}, payload), async (db) => {
    await lockMembers(db, [visit.member])
    if ((await findAnalyticsConsent(db, [visit.member])).has(visit.member)) {
      await storeVisit(db, visit, new Date(at))
    }
  })
}
