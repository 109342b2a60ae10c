import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { announce } from '../../../platform/database/announce.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import {
  cancelLetterMails,
  findFailedSubscribers,
  holdLetterMails,
  requeueFailedMails,
  resumeLetterMails,
} from '../../../platform/mail/service.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findRespondedCondition } from '../../newsletter/ports.ts'
import { countReaders, lockActiveSubscribers } from '../../newsletter/service.ts'
import { requireFuture } from '../../venue/time/future-time.ts'
import { formatVenueTime } from '../../venue/time/venue-time.ts'
import type { ActReply, ActRequest } from '../contract.ts'
import { letterErrors } from '../errors.ts'
import { finishLettersJob, letterKey, startLetterJob } from '../job-types.ts'
import { describeStray, strayPlaceholder } from '../mail/placeholders.ts'
import {
  findLetter,
  type LetterRow,
  lockLetter,
  setCancelled,
  setDraft,
  setPaused,
  setPublic,
  setScheduled,
  setSending,
} from '../queries/letters.ts'
import { canDo, type LetterAction, stateLabels } from '../rules.ts'
import { lettersTag } from '../tags.ts'
import { findProgress } from './progress.ts'
import { auditActionOf, type PreparedLetter, prepareLetter, startLetter } from './start.ts'

/** Applies an action to a locked letter. @returns a message for staff, and details for the audit trail */
type Action = (
  req: PayloadRequest,
  db: Database,
  letter: LetterRow,
) => Promise<{ message: string; details?: Record<string, unknown> }>

const formatReaderCount = (count: number) => (count === 1 ? 'one reader' : `${count} readers`)

const actions: Record<Exclude<LetterAction, 'schedule' | 'send'>, Action> = {
  unschedule: async (_, db, { id }) => {
    await setDraft(db, id)
    return { message: 'It is a draft again and goes out to nobody.' }
  },
  pause: async (_, db, { id }) => {
    await setPaused(db, id)
    await holdLetterMails(db, id)
    return { message: 'Nothing more of it goes out until you let it go on.' }
  },
  resume: async (_, db, { id }) => {
    await setSending(db, id)
    await enqueue(db, finishLettersJob, null, { key: finishLettersJob.name })
    await resumeLetterMails(db, id)
    return { message: 'It goes on where it was.' }
  },
  cancel: async (req, db, { id }) => {
    await setCancelled(db, id)
    await cancelLetterMails(db, id)
    await announce(req, [lettersTag])
    return { message: 'What had not gone out of it was cancelled.' }
  },
  again: async (_, db, { id }) => {
    const active = await lockActiveSubscribers(db, await findFailedSubscribers(db, id))
    const count = await requeueFailedMails(db, id, active)
    if (!count) {
      throw new HttpError('conflict', 'Nobody is left to whom it failed and who wants letters.')
    }
    await setSending(db, id)
    await enqueue(db, finishLettersJob, null, { key: finishLettersJob.name })
    return {
      message: `It goes once more to ${formatReaderCount(count)}.`,
      details: { readers: count },
    }
  },
  show: async (req, db, { id }) => {
    await setPublic(db, id, true)
    await announce(req, [lettersTag])
    return { message: 'Anybody can read it on the site.' }
  },
  hide: async (req, db, { id }) => {
    await setPublic(db, id, false)
    await announce(req, [lettersTag])
    return { message: 'Its page is gone from the site. The mails stay as they are.' }
  },
}

const createSendAction =
  (prepared: PreparedLetter): Action =>
  async (req, db, letter) => {
    const count = await startLetter(req, db, letter, prepared)
    const message = env().SMTP_URL
      ? `It is on its way to ${formatReaderCount(count)}.`
      : 'It goes to the mailbox here: without a mail server nobody gets it.'
    return { message, details: { readers: count } }
  }

// `prepareLetter` runs before this action, so staff see a problem in the letter when they schedule it, not when it is
// due.
const createScheduleAction =
  ({ timeZone }: PreparedLetter, localTime: string | null | undefined): Action =>
  async ({ payload }, db, { id, audience, eventDate }) => {
    const { at, remark } = requireFuture(localTime ?? '', timeZone)
    const respondedCondition = findRespondedCondition(payload, eventDate)
    const { count } = await countReaders(db, audience, { at, timeZone, respondedCondition })
    if (!count) throw letterErrors.noRecipients()
    await setScheduled(db, id, at)
    await enqueue(db, startLetterJob, { letter: id }, { key: letterKey(id), runAt: at })
    const when = formatVenueTime(at, timeZone)
    return {
      message: `It goes out on ${when}, to ${formatReaderCount(count)} as it is now.${remark}`,
      details: { at: at.toISOString() },
    }
  }

/**
 * Applies an action to the version of a letter that the caller has seen. Of several
 * concurrent callers only one succeeds.
 * @throws HttpError `not_found`, `conflict` if the letter has changed, `bad_request` for a problem in the
 *   letter, an empty audience or an invalid time
 */
export async function actOnLetter(
  req: PayloadRequest,
  { id, action, seen, at }: ActRequest,
): Promise<ActReply> {
  const requireSeen = (letter: LetterRow | null): LetterRow => {
    if (!letter || letter.isTrashed) throw letterErrors.notFound()
    const { state, updatedAt } = letter
    if (!canDo(action, state)) {
      throw new HttpError('conflict', `This letter is ${stateLabels[state]} by now.`)
    }
    if (updatedAt.getTime() !== Date.parse(seen)) throw letterErrors.changed()
    return letter
  }
  const before = requireSeen(await findLetter(databaseOf(req.payload), id))
  const apply = await prepare(req, before, action, at)
  return inTransaction(req, async (db) => {
    const letter = requireSeen(await lockLetter(db, id))
    const { message, details } = await apply(req, db, letter)
    await record(req, {
      action: action === 'send' ? auditActionOf('letter_send') : `letter_${action}`,
      subject: letter.subject,
      of_collection: 'letters',
      document: id,
      ...(details && { details }),
    })
    return { ...(await findProgress(db, id)), message }
  })
}

async function prepare(
  { payload }: PayloadRequest,
  letter: LetterRow,
  action: LetterAction,
  at: ActRequest['at'],
): Promise<Action> {
  if (action !== 'send' && action !== 'schedule') return actions[action]
  const stray = strayPlaceholder(letter)
  if (stray) throw new HttpError('bad_request', describeStray(stray))
  const prepared = await prepareLetter(payload, letter)
  return action === 'send' ? createSendAction(prepared) : createScheduleAction(prepared, at)
}
