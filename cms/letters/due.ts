import { createLocalReq, type Payload } from 'payload'
import { record } from '../audit/service.ts'
import { databaseOf, type Executor, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { spokenTime } from '../editing/asked-time.ts'
import { HttpError } from '../http/errors.ts'
import { enqueueMissing } from '../jobs/enqueue.ts'
import type { JobFailure } from '../jobs/job.ts'
import { log } from '../log.ts'
import { hasWaiting } from '../mail/letter-mails.ts'
import { findVenue } from '../venue/service.ts'
import { letterKey, startScheduled } from './job-types.ts'
import {
  changedNow,
  findLetter,
  type HoldLetter,
  holdFreeLetter,
  holdLetter,
  type LetterRow,
} from './record.ts'
import { prepareLetter, startLetter } from './start.ts'

/**
 * Starts a letter if it is still scheduled and its time has come. One that lacks something becomes a
 * draft again and says what; it would lack that in a minute, too.
 * @throws any other failure
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
 * @param letter as it was read before
 * @param lock takes it, unless another process is at it
 * @returns `passed` where it has changed since, or another process is at it
 */
export async function startOne(
  payload: Payload,
  letter: LetterRow,
  lock: HoldLetter = holdFreeLetter,
): Promise<'started' | 'passed'> {
  const req = await createLocalReq({}, payload)
  const { id } = letter
  const prepared = await prepareLetter(payload, letter)
  const count = await inTransaction(req, async (db) => {
    const locked = await lock(db, id)
    if (locked?.updatedAt.getTime() !== letter.updatedAt.getTime()) return null
    const readers = await startLetter(req, db, locked, prepared)
    await record(req, { ...entryOf(letter, 'letter_started'), details: { readers } })
    return readers
  })
  if (count === null) return 'passed'
  log.info({ letter: id, readers: count }, 'a letter is on its way')
  return 'started'
}

const entryOf = ({ id, subject }: LetterRow, action: string) => ({
  action,
  subject,
  of_collection: 'letters',
  document: id,
  version: null,
  by: null,
})

/** Records on a letter why it was not started. One that is given up is a draft again. */
export async function noteStartFailure(
  payload: Payload,
  id: number,
  { error, attempt, retryAt }: JobFailure,
): Promise<void> {
  const why = error instanceof HttpError ? error.message : 'It failed; the program’s log says why.'
  const { timeZone } = await findVenue(payload)
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const letter = await holdLetter(db, id)
    if (letter?.state !== 'scheduled') return
    const when = letter.sendAt ? spokenTime(letter.sendAt, timeZone) : 'now'
    const reason = `It was to go out on ${when}, and did not. ${why}`
    await db.execute(sql`
      update letters
         set tries = ${attempt}, last_error = ${reason}, ${changedNow},
             retry_at = ${retryAt?.toISOString() ?? null}::timestamptz,
             send_at = case when ${retryAt !== null} then send_at end,
             state = case when ${retryAt !== null} then state else 'draft' end
       where id = ${id}`)
    if (retryAt) return
    await record(req, { ...entryOf(letter, 'letter_failed'), details: { reason } })
  })
}

/**
 * Marks letters as sent of which no mail waits any longer.
 * @returns whether another one is still sending
 */
export async function finishSentLetters(db: Executor): Promise<boolean> {
  const { rows } = await db.execute(
    sql`with finished as (
          update letters set state = 'sent', finished_at = now(), ${changedNow}
           where state = 'sending' and not ${hasWaiting(sql`letters.id`)} returning id)
        select from letters
         where state = 'sending' and id not in (select id from finished) limit 1`,
  )
  return rows.length > 0
}

/** Enqueues letters that are due and whose job is missing. */
export async function enqueueDueLetters(db: Executor): Promise<void> {
  const { rows } = await db.execute(
    sql`select id from letters where state = 'scheduled' and coalesce(retry_at, send_at) <= now()`,
  )
  const due = rows.map(({ id }) => Number(id))
  await enqueueMissing(
    db,
    startScheduled,
    due.map((letter) => ({ key: letterKey(letter), data: { letter } })),
  )
}
