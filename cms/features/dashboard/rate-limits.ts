import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { countAttemptOrThrow } from '../../platform/limits/service.ts'
import { dashboardError } from './errors.ts'

const minuteMs = 60_000

const countOf =
  (what: string, max: number) =>
  (req: PayloadRequest, member: number): Promise<void> =>
    countAttemptOrThrow(
      databaseOf(req.payload),
      `dashboard ${what} of ${member}`,
      { max, windowMs: 10 * minuteMs, fixed: true },
      dashboardError('too_often'),
    )

/** Moved tiles, ticked styles and read nudges. @throws HttpError `too_often` */
export const countChange = countOf('changes', 200)
/** Files for spreadsheets. @throws HttpError `too_often` */
export const countFile = countOf('files', 60)
/** Pictures of a year. Each is drawn anew. @throws HttpError `too_often` */
export const countPicture = countOf('pictures', 60)
