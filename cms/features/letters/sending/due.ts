import { createLocalReq, type Payload } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { enqueueMissing } from '../../../platform/jobs/enqueue.ts'
import type { JobFailure } from '../../../platform/jobs/job.ts'
import { findUnfinishedLetters } from '../../../platform/mail/service.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { findVenue } from '../../venue/service.ts'
import { formatVenueTime } from '../../venue/time/venue-time.ts'
import { letterKey, startLetterJob } from '../job-types.ts'
import {
  findDueLetters,
  findLetter,
  findSendingLetters,
  finishLetter,
  type LetterRow,
  lockFreeLetter,
  lockLetter,
  setStartFailed,
} from '../queries/letters.ts'
import { auditActionOf, prepareLetter, startLetter } from './start.ts'

/**
 * Starts a letter if it is still scheduled and is due. A letter with a problem becomes a draft again, because a
 * retry would fail, too.
 * @throws Error for any failure that is not a problem of the letter
 */
export async function startScheduledLetter(payload: Payload, id: number): Promise<void> {
  const letter = await findLetter(databaseOf(payload), id)
  if (letter?.state !== 'scheduled' || !letter.sendAt || +letter.sendAt > Date.now()) return
  try {
    await startOne(payload, letter)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    log.warn({ err: error, letter: id }, 'a letter could not be started')
    await noteStartFailure(payload, id, { error, attempt: 1, retryAt: null })
  }
}

/**
 * Starts a letter in one transaction.
 * @param letter the version to start
 * @returns `passed` if the letter has changed since it was read, or another process is starting it
 */
export async function startOne(payload: Payload, letter: LetterRow): Promise<'started' | 'passed'> {
  const req = await createLocalReq({}, payload)
  const { id } = letter
  const prepared = await prepareLetter(payload, letter)
  const count = await inTransaction(req, async (db) => {
    const locked = await lockFreeLetter(db, id)
    if (locked?.updatedAt.getTime() !== letter.updatedAt.getTime()) return null
    const readers = await startLetter(req, db, locked, prepared)
    await record(req, { ...entryOf(letter, auditActionOf('letter_started')), details: { readers } })
    return readers
  })
  if (count === null) return 'passed'
  log.info({ letter: id, readers: count }, 'a letter was queued')
  return 'started'
}

const entryOf = ({ id, subject }: LetterRow, action: string) => ({
  action,
  subject,
  of_collection: 'letters',
  document: id,
  by: null,
})

/** Stores in a letter why it was not started. If there is no further retry, the letter becomes a draft again. */
export async function noteStartFailure(
  payload: Payload,
  id: number,
  { error, attempt, retryAt }: JobFailure,
): Promise<void> {
  const why = error instanceof HttpError ? error.message : 'It failed; the program’s log says why.'
  const { timeZone } = await findVenue(payload)
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const letter = await lockLetter(db, id)
    if (letter?.state !== 'scheduled') return
    const when = letter.sendAt ? formatVenueTime(letter.sendAt, timeZone) : 'now'
    const reason = `It was to go out on ${when}, and did not. ${why}`
    await setStartFailed(db, id, { reason, attempt, retryAt })
    if (retryAt) return
    await record(req, { ...entryOf(letter, 'letter_failed'), details: { reason } })
  })
}

/**
 * Marks letters as sent when all of their mails are finished.
 * @returns whether any letter is still being sent
 */
export async function finishSentLetters(db: Database): Promise<boolean> {
  const sending = await findSendingLetters(db)
  const unfinished = await findUnfinishedLetters(
    db,
    sending.map(({ id }) => id),
  )
  let finished = 0
  for (const letter of sending) {
    if (!unfinished.has(letter.id)) finished += await finishLetter(db, letter)
  }
  return finished < sending.length
}

/** Enqueues a start job for each letter that is due and has none. */
export async function enqueueDueLetters(db: Database): Promise<void> {
  const due = await findDueLetters(db)
  await enqueueMissing(
    db,
    startLetterJob,
    due.map((letter) => ({ key: letterKey(letter), data: { letter } })),
  )
}
