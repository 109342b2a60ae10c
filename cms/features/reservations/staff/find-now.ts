import type { Payload } from 'payload'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import type { StaffCaller } from '../../../platform/staff/access.ts'
import { may } from '../../../platform/staff/permissions.ts'
import { localMoment } from '../../venue/hours/opening-hours.ts'
import { reservationError } from '../errors.ts'
import type { Subject } from '../kind.ts'
import { isTonight, type Tonight } from './rules.ts'

/** The date and time of now, on the venue's clock. */
export async function findNow(payload: Payload): Promise<Tonight & { timeZone: string }> {
  const { timeZone } = await findSiteFacts(payload)
  const now = new Date()
  return { timeZone, now, today: localMoment(now, timeZone).date }
}

/** @throws HttpError `forbidden` if the subject is not today, and the caller may see only today's guests */
export async function requireTonight(
  payload: Payload,
  { role }: Pick<StaffCaller, 'role'>,
  { startsAt, endsAt }: Pick<Subject, 'startsAt' | 'endsAt'>,
): Promise<void> {
  if (may(role, 'guests.other-days')) return
  const { timeZone, ...tonight } = await findNow(payload)
  const { date: day } = localMoment(startsAt, timeZone)
  if (!isTonight({ day, startsAt, endsAt }, tonight)) throw reservationError('not_tonight')
}
