import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { countAttemptOrThrow } from '../../platform/limits/service.ts'
import { checkInError } from './errors.ts'

const minuteMs = 60_000
const error = checkInError('too_often')

/**
 * Counts a call of an organiser's phones. All phones of a venue may share one IP address, so those of a link are counted.
 * @throws HttpError `too_often`
 */
export const countOrganiser = (req: PayloadRequest, link: number): Promise<void> =>
  countAttemptOrThrow(
    databaseOf(req.payload),
    `calls of the door of link ${link}`,
    { max: 6000, windowMs: 10 * minuteMs },
    error,
  )

/** Counts a check-in at a table, or a certificate of a browser, of a member. @throws HttpError `too_often` */
export const countHere = (req: PayloadRequest, member: number): Promise<void> =>
  countAttemptOrThrow(
    databaseOf(req.payload),
    `check-ins of ${member}`,
    { max: 60, windowMs: 10 * minuteMs },
    error,
  )
