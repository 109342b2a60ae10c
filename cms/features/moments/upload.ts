import type { PayloadRequest } from 'payload'
import { isDiskFull } from '../../platform/database/disk.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { translateForeign } from '../../platform/http/foreign-errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { checkPicture, PictureError } from '../../platform/media/decode.ts'
import { findDate, isKnownToAll } from '../events/service.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import { localMoment } from '../venue/hours/opening-hours.ts'
import { areaName } from '../venue/names.ts'
import { findVenue } from '../venue/service.ts'
import type { UploadFields } from './contract.ts'
import { encodeJob } from './encode.ts'
import { momentError } from './errors.ts'
import { countWaiting, storeOriginal } from './queries/files.ts'
import { findByKey, insertMoment, updateMoment } from './queries/moments.ts'
import { countUpload, maxWaiting } from './rate-limits.ts'
import { proposeAlt } from './rules.ts'

/** What is stored of the words of a moment: the event that everybody may know of, and an alternative text. */
export async function resolveWords(
  db: Database,
  {
    event,
    alt,
    area,
    caption,
    audience,
    stored = null,
  }: Omit<UploadFields, 'key' | 'agreed'> & {
    /** The event that the moment has already. It stays, also if it is not public any more. */
    stored?: number | null
  },
) {
  const date = event === null ? null : await findDate(db, event)
  const isKnown = date !== null && isKnownToAll(date)
  if (event !== null && !isKnown && event !== stored) {
    throw momentError('no_event', { field: 'event' })
  }
  return {
    ...{ area, caption, audience, event, series: date?.event ?? null },
    alt: alt || proposeAlt({ event: isKnown ? date.title : null, area: areaName(area) }),
  }
}

/**
 * Stores an upload; a job re-encodes it. An upload with the key of an earlier one is a repetition; if the earlier one
 * failed, it replaces it.
 * @throws HttpError `agree`, `broken`, `busy`, `disk_full`, `no_event`, `too_often`, `signed_out`
 */
export async function storeUpload(
  req: PayloadRequest,
  member: number,
  { bytes, key, agreed, ...fields }: UploadFields & { bytes: Buffer },
): Promise<number> {
  if (!agreed) throw momentError('agree', { field: 'agreed' })
  const { payload } = req
  const pool = databaseOf(payload)
  const before = await findByKey(pool, { member, key })
  if (before && before.state !== 'failed') return before.id
  await countUpload(req, member)
  const waiting = await countWaiting(pool, member)
  if (waiting.all >= maxWaiting.ofAll || waiting.own >= maxWaiting.ofMember) {
    throw momentError('busy').withRetryAfter(20)
  }
  await checkPicture(bytes).catch((error: unknown) => {
    if (!(error instanceof PictureError)) throw error
    throw momentError('broken', { message: error.message, field: 'file', cause: error })
  })
  const { timeZone } = await findVenue(payload)
  const month = localMoment(new Date(), timeZone).date.slice(0, 7)
  return inTransaction(req, async (db) => {
    if (!(await lockMembers(db, [member]))) throw memberError('signed_out')
    const words = await resolveWords(db, fields)
    // Looked up again under the lock of the member, because an earlier identical request may have been committed.
    const known = await findByKey(db, { member, key })
    if (known && known.state !== 'failed') return known.id
    const id = known?.id ?? (await insertMoment(db, { member, key, month, ...words }))
    if (id === null) throw momentError('busy')
    if (known) {
      await updateMoment(db, id, { ...words, month, state: 'encoding', problem: null })
    }
    await storeOriginal(db, id, bytes)
    await enqueue(db, encodeJob, null, { key: encodeJob.name })
    return id
  })
}

/** @throws HttpError `disk_full` if that is why the work failed */
export const sayDiskFull = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof HttpError) throw error
    translateForeign(error)
    throw isDiskFull() ? momentError('disk_full', { cause: error }) : error
  })
