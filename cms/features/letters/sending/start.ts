import type { Payload, PayloadRequest } from 'payload'
import { announce } from '../../../platform/database/announce.ts'
import type { Database } from '../../../platform/database/query.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { queueForReaders } from '../../../platform/mail/service.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findRespondedCondition } from '../../newsletter/ports.ts'
import { lockReaders } from '../../newsletter/service.ts'
import { findVenue } from '../../venue/service.ts'
import { letterErrors } from '../errors.ts'
import { finishLettersJob } from '../job-types.ts'
import { subjectForReaders } from '../mail/personalise.ts'
import { insertEdition, type NewEdition } from '../queries/editions.ts'
import { type LetterRow, setStarted } from '../queries/letters.ts'
import { letterPath } from '../rules.ts'
import { lettersTag } from '../tags.ts'
import { makeEdition } from './edition.ts'

/** Data for starting a letter, computed before the transaction. */
export type PreparedLetter = { edition: NewEdition; timeZone: string }

/**
 * The audit action for a started letter: `letter_kept` if there is no mail server, because nobody gets the letter then.
 */
export const auditActionOf = (action: 'letter_send' | 'letter_started'): string =>
  env().SMTP_URL ? action : 'letter_kept'

/** @throws HttpError `bad_request` with the letter's problem */
export async function prepareLetter(payload: Payload, letter: LetterRow): Promise<PreparedLetter> {
  const { isPublic, slug } = letter
  const webUrl = isPublic && slug ? env().SITE_URL + letterPath(slug) : null
  const edition = await makeEdition(payload, letter, { webUrl })
  const { timeZone } = await findVenue(payload)
  return { edition, timeZone }
}

/**
 * Starts sending a letter in the transaction of `db`: its edition is stored, and a mail to each reader is
 * queued.
 * @param letter locked by the transaction
 * @returns the number of readers
 * @throws HttpError `bad_request` if the letter has no readers
 */
export async function startLetter(
  req: PayloadRequest,
  db: Database,
  { id, audience, eventDate }: LetterRow,
  { edition, timeZone }: PreparedLetter,
): Promise<number> {
  await insertEdition(db, id, edition)
  const respondedCondition = findRespondedCondition(req.payload, eventDate)
  const count = await queueForReaders(db, {
    kind: 'letter',
    letter: id,
    subject: subjectForReaders(edition.subject),
    readers: await lockReaders(db, audience, { timeZone, respondedCondition }),
    keyOf: (reader) => `letter ${id} ${reader}`,
  })
  if (!count) throw letterErrors.noRecipients()
  await setStarted(db, id)
  await enqueue(db, finishLettersJob, null, { key: finishLettersJob.name })
  await announce(req, [lettersTag])
  return count
}
