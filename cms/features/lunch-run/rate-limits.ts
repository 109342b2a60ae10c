import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { countAttemptOrThrow } from '../../platform/limits/service.ts'
import { lunchError } from './errors.ts'

const hourMs = 60 * 60_000

const countOf =
  (what: string, max: number) =>
  (req: PayloadRequest, member: number): Promise<void> =>
    countAttemptOrThrow(
      databaseOf(req.payload),
      `lunch ${what} of ${member}`,
      { max, windowMs: hourMs, fixed: true },
      lunchError('too_often'),
    )

/** Runs that a member starts. Each may tell others. @throws HttpError `too_often` */
export const countStart = countOf('starts', 6)
/** Orders and changes of a member. @throws HttpError `too_often` */
export const countOrder = countOf('orders', 60)
/** What a member does as a runner, or for one. @throws HttpError `too_often` */
export const countRunner = countOf('runner actions', 120)
