import { createLocalReq, type Payload } from 'payload'
import { record } from '../audit/service.ts'
import { databaseOf, rows, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { spokenTime } from '../editing/asked-time.ts'
import { HttpError } from '../http/errors.ts'
import { log } from '../log.ts'
import { hasWaiting } from '../mail/letter-mails.ts'
import { findVenue } from '../venue/service.ts'
import {
  changedNow,
  findDueLetters,
  type HoldLetter,
  holdFreeLetter,
  type LetterRow,
} from './record.ts'
import { mostStarts, startPausesMs } from './rules.ts'
import { prepareLetter, startLetter } from './start.ts'

/**
 * Starts every letter whose time has come. Any number of processes may do this at once: each letter is
 * taken by one of them, the others pass over it. A process that dies leaves it as it was.
 * @throws the database's error where it is away
 */
export async function startDueLetters(payload: Payload): Promise<void> {
  for (const letter of await findDueLetters(databaseOf(payload))) await startOne(payload, letter)
}

/**
 * Starts a letter, or notes why it can't be.
 * @param letter as it was read before
 * @param hold takes it, unless another process is at it
 * @returns `passed` where it was another one by then, or another process is at it
 */
export async function startOne(
  payload: Payload,
  letter: LetterRow,
  hold: HoldLetter = holdFreeLetter,
): Promise<'started' | 'passed' | 'failed'> {
  const req = await createLocalReq({}, payload)
  const { id } = letter
  try {
    const prepared = await prepareLetter(payload, letter)
    const count = await inTransaction(req, async (db) => {
      const held = await hold(db, id)
      if (held?.updatedAt.getTime() !== letter.updatedAt.getTime()) return null
      const readers = await startLetter(req, db, held, prepared)
      await record(req, { ...entryOf(letter, 'letter_started'), details: { readers } })
      return readers
    })
    if (count === null) return 'passed'
    log.info({ letter: id, readers: count }, 'a letter is on its way')
    return 'started'
  } catch (error) {
    log.error({ err: error, letter: id }, 'a letter could not be started')
    await noteFailure(payload, letter, error)
    return 'failed'
  }
}

const entryOf = ({ id, subject }: LetterRow, action: string) => ({
  action,
  subject,
  of_collection: 'letters',
  document: id,
  version: null,
  by: null,
})

// What is missing in a letter will be missing in a minute; anything else may pass. A letter that is
// given up is a draft again, and says why.
async function noteFailure(payload: Payload, letter: LetterRow, error: unknown): Promise<void> {
  const isItsOwn = error instanceof HttpError
  const why = isItsOwn ? error.message : 'It failed; the program’s log says why.'
  const { timeZone } = await findVenue(payload)
  const when = letter.sendAt ? spokenTime(letter.sendAt, timeZone) : 'now'
  const reason = `It was to go out on ${when}, and did not. ${why}`
  const req = await createLocalReq({}, payload)
  const [first, second] = startPausesMs
  const isGivenUp = sql`(${isItsOwn} or tries + 1 >= ${mostStarts})`
  await inTransaction(req, async (db) => {
    const { rows: noted } = await db.execute(sql`
      update letters
         set tries = tries + 1, last_error = ${reason}, ${changedNow},
             retry_at = case when not ${isGivenUp} then now() + interval '1 ms'
                               * case when tries = 0 then ${first}::int else ${second}::int end end,
             send_at = case when ${isGivenUp} then null else send_at end,
             state = case when ${isGivenUp} then 'draft' else state end
       where id = ${letter.id} and state = 'scheduled'
         and updated_at = ${letter.updatedAt.toISOString()}::timestamptz
      returning state::text as state`)
    if (noted[0]?.state !== 'draft') return
    await record(req, { ...entryOf(letter, 'letter_failed'), details: { reason } })
  })
}

/** Notes which letters are done: none of their mails waits any more. */
export const finishLetters = (payload: Payload): Promise<unknown> =>
  rows(
    payload,
    sql`update letters set state = 'sent', finished_at = now(), ${changedNow}
         where state = 'sending' and not ${hasWaiting(sql`letters.id`)}`,
  )
