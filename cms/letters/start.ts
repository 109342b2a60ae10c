import type { Payload, PayloadRequest } from 'payload'
import { announce } from '../database/announce.ts'
import { type Executor, sql } from '../database/sql.ts'
import { env } from '../env.ts'
import { HttpError } from '../http/errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { queueLetter } from '../mail/letter-mails.ts'
import { heldReaders } from '../newsletter/readers.ts'
import { findVenue } from '../venue/service.ts'
import { type FreshEdition, writeEdition } from './edition.ts'
import { freezeEdition } from './frozen.ts'
import { finishLetters } from './job-types.ts'
import { forEverybody } from './personal.ts'
import { changedNow, type LetterRow } from './record.ts'
import { letterPath } from './rules.ts'
import { lettersTag } from './tags.ts'

/** What a letter needs to go out that is made before it is held: nobody waits for it. */
export type Prepared = { edition: FreshEdition; timeZone: string }

/** @throws HttpError `bad_request` with what is missing in it */
export async function prepareLetter(payload: Payload, letter: LetterRow): Promise<Prepared> {
  const { isPublic, slug } = letter
  const webAddress = isPublic && slug ? env().SITE_URL + letterPath(slug) : null
  const edition = await writeEdition(payload, letter, { webAddress })
  const { timeZone } = await findVenue(payload)
  return { edition, timeZone }
}

/**
 * Puts a letter on its way, all of it or nothing: what it says is kept as it is now, each reader has a
 * mail in the outbox, and it is sending.
 * @param letter held by the transaction
 * @returns how many readers it has
 * @throws HttpError `bad_request` where it has none
 */
export async function startLetter(
  req: PayloadRequest,
  db: Executor,
  { id, audience }: LetterRow,
  { edition, timeZone }: Prepared,
): Promise<number> {
  await freezeEdition(db, id, edition)
  const subject = forEverybody(edition.subject)
  const readers = heldReaders(audience, { timeZone })
  const count = await queueLetter(db, { letter: id, subject, readers })
  if (!count) throw nobody()
  await db.execute(sql`
    update letters
       set state = 'sending', started_at = now(), send_at = least(send_at, now()), last_error = null,
           tries = 0, retry_at = null, ${changedNow}
     where id = ${id}`)
  await enqueue(db, finishLetters, null, { key: finishLetters.name })
  await announce(req, [lettersTag])
  return count
}

export const nobody = () =>
  new HttpError('bad_request', 'Nobody would get this letter. Choose other readers.')
