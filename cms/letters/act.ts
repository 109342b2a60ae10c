import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { announce } from '../database/announce.ts'
import { databaseOf, type Executor, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { askedTime, spokenTime } from '../editing/asked-time.ts'
import { HttpError } from '../http/errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { cancelMails, goOnWithMails, holdMails, sendFailedAgain } from '../mail/letter-mails.ts'
import { countReaders } from '../newsletter/readers.ts'
import { requireRole } from '../staff/roles.ts'
import type { ActReply, ActRequest } from './contract.ts'
import { finishLetters, letterKey, startScheduled } from './job-types.ts'
import { strayPlaceholder, straySaid } from './placeholders.ts'
import { changedNow, findLetter, type HoldLetter, holdLetter, type LetterRow } from './record.ts'
import { canDo, type LetterAction, spokenState } from './rules.ts'
import { standingOf } from './standing.ts'
import { nobody, type Prepared, prepareLetter, startLetter } from './start.ts'
import { lettersTag } from './tags.ts'

/** What is done with a letter that is held, in words for whoever does it and for the audit trail. */
type Deed = (
  req: PayloadRequest,
  db: Executor,
  letter: LetterRow,
) => Promise<{ message: string; details?: Record<string, unknown> }>

const set = (db: Executor, { id }: LetterRow, what: ReturnType<typeof sql>) =>
  db.execute(sql`update letters set ${what}, ${changedNow} where id = ${id}`)

const readers = (count: number) => (count === 1 ? 'one reader' : `${count} readers`)

const deeds: Record<Exclude<LetterAction, 'schedule' | 'send'>, Deed> = {
  unschedule: async (_, db, letter) => {
    await set(
      db,
      letter,
      sql`state = 'draft', send_at = null, last_error = null, tries = 0, retry_at = null`,
    )
    return { message: 'It is a draft again and goes out to nobody.' }
  },
  pause: async (_, db, letter) => {
    await set(db, letter, sql`state = 'paused'`)
    await holdMails(db, letter.id)
    return { message: 'Nothing more of it goes out until you let it go on.' }
  },
  resume: async (_, db, letter) => {
    await set(db, letter, sql`state = 'sending'`)
    await enqueue(db, finishLetters, null, { key: finishLetters.name })
    await goOnWithMails(db, letter.id)
    return { message: 'It goes on where it was.' }
  },
  cancel: async (req, db, letter) => {
    await set(db, letter, sql`state = 'cancelled', finished_at = now()`)
    await cancelMails(db, letter.id)
    await announce(req, [lettersTag])
    return { message: 'What had not gone out of it was cancelled.' }
  },
  again: async (_, db, letter) => {
    const count = await sendFailedAgain(db, letter.id)
    if (!count) {
      throw new HttpError('conflict', 'Nobody is left to whom it failed and who wants letters.')
    }
    await set(db, letter, sql`state = 'sending', finished_at = null`)
    await enqueue(db, finishLetters, null, { key: finishLetters.name })
    return { message: `It goes once more to ${readers(count)}.`, details: { readers: count } }
  },
  show: async (req, db, letter) => {
    await set(db, letter, sql`is_public = true`)
    await announce(req, [lettersTag])
    return { message: 'Anybody can read it on the site.' }
  },
  hide: async (req, db, letter) => {
    await set(db, letter, sql`is_public = false`)
    await announce(req, [lettersTag])
    return { message: 'Its page is gone from the site. The mails stay as they are.' }
  },
}

const send =
  (prepared: Prepared): Deed =>
  async (req, db, letter) => {
    const count = await startLetter(req, db, letter, prepared)
    return { message: `It is on its way to ${readers(count)}.`, details: { readers: count } }
  }

// What is missing is said now, not at the time at which it was to go out.
const schedule =
  ({ timeZone }: Prepared, written: string | null | undefined): Deed =>
  async (_, db, letter) => {
    const { at, remark } = askedTime(written ?? '', timeZone)
    const { count } = await countReaders(db, letter.audience, { at, timeZone })
    if (!count) throw nobody()
    await set(
      db,
      letter,
      sql`state = 'scheduled', send_at = ${at.toISOString()}::timestamptz, last_error = null,
          tries = 0, retry_at = null`,
    )
    const key = letterKey(letter.id)
    await enqueue(db, startScheduled, { letter: letter.id }, { key, runAt: at })
    const when = spokenTime(at, timeZone)
    return {
      message: `It goes out on ${when}, to ${readers(count)} as it is now.${remark}`,
      details: { at: at.toISOString() },
    }
  }

/**
 * Does something with a letter, as whoever asks has it before them: of several who do so at the same
 * moment one is heard, and the others are told.
 * @throws HttpError `unauthorized`, `forbidden` below publisher, `not_found`, `conflict` where the
 *   letter is another one by now, `bad_request` for what is missing in it or in its readers, and for
 *   a time that is none
 */
export async function actOnLetter(
  req: PayloadRequest,
  { id, action, seen, at }: ActRequest,
  hold: HoldLetter = holdLetter,
): Promise<ActReply> {
  requireRole(req, 'publisher')
  const requireSeen = (letter: LetterRow | null): LetterRow => {
    if (!letter) throw new HttpError('not_found', 'There is no such letter.')
    const { state, updatedAt } = letter
    if (!canDo(action, state)) {
      throw new HttpError('conflict', `This letter is ${spokenState[state]} by now.`)
    }
    if (updatedAt.getTime() !== Date.parse(seen)) {
      throw new HttpError('conflict', 'Somebody changed this letter meanwhile. Look at it again.')
    }
    return letter
  }
  const before = requireSeen(await findLetter(databaseOf(req.payload), id))
  const goesOut = action === 'send' || action === 'schedule'
  const stray = goesOut ? strayPlaceholder(before) : null
  if (stray) throw new HttpError('bad_request', straySaid(stray))
  const prepared = goesOut ? await prepareLetter(req.payload, before) : null
  const deed = !prepared
    ? deeds[action as keyof typeof deeds]
    : action === 'send'
      ? send(prepared)
      : schedule(prepared, at)
  return inTransaction(req, async (db) => {
    const letter = requireSeen(await hold(db, id))
    const { message, details } = await deed(req, db, letter)
    await record(req, {
      action: `letter_${action}`,
      subject: letter.subject,
      of_collection: 'letters',
      document: id,
      version: null,
      ...(details && { details }),
    })
    return { ...(await standingOf(db, id)), message }
  })
}
