import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import type { CallLimit } from '../../platform/http/call.ts'
import type { RateLimit } from '../../platform/limits/rules.ts'
import { countAttemptOrThrow } from '../../platform/limits/service.ts'
import { momentError } from './errors.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const uploads: RateLimit = { max: 80, windowMs: dayMs, fixed: true }

/** Each file counts, also one that is sent again. @throws HttpError `too_often` */
export const countUpload = (req: PayloadRequest, member: number): Promise<void> =>
  countAttemptOrThrow(
    databaseOf(req.payload),
    `moments of ${member}`,
    uploads,
    momentError('too_often'),
  )

/** Requests with uploads, before their bodies are read. Many are repetitions. @throws HttpError `too_often` */
export const countBegun = (req: PayloadRequest, member: number): Promise<void> =>
  countAttemptOrThrow(
    databaseOf(req.payload),
    `moments begun by ${member}`,
    { max: 300, windowMs: dayMs, fixed: true },
    momentError('too_often'),
  )

/** How many uploads may wait to be re-encoded: of one member, and of all. Originals are large. */
export const maxWaiting = { ofMember: 24, ofAll: 120 } as const

/** Each picture can be taken down by anybody, so one client takes down a few. */
export const takeDownLimit: CallLimit = {
  name: 'moments taken down',
  limit: { max: 5, windowMs: dayMs, fixed: true },
  error: momentError('too_often'),
}

export const reportLimit: CallLimit = {
  name: 'moments reported',
  limit: { max: 20, windowMs: dayMs, fixed: true },
  error: momentError('too_often'),
}

/** @throws HttpError `too_often` */
export const countChange = (req: PayloadRequest, member: number): Promise<void> =>
  countAttemptOrThrow(
    databaseOf(req.payload),
    `changes of moments by ${member}`,
    { max: 300, windowMs: 10 * minuteMs },
    momentError('too_often'),
  )
