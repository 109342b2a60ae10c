import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { countAttemptOrThrow } from '../../platform/limits/service.ts'
import { dropError } from './errors.ts'

const countOf =
  (what: string, { max, windowMs }: { max: number; windowMs: number }) =>
  (req: PayloadRequest, member: number): Promise<void> =>
    countAttemptOrThrow(
      databaseOf(req.payload),
      `drop ${what} of ${member}`,
      { max, windowMs, fixed: true },
      dropError('too_often'),
    )

/** Claims of a member. @throws HttpError `too_often` */
export const countClaim = countOf('claims', { max: 30, windowMs: 60_000 })
/** How often a member rings the bell on and off. @throws HttpError `too_often` */
export const countBell = countOf('bells', { max: 60, windowMs: 3_600_000 })
