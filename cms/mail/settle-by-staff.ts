import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { type Executor, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { wantsLetters } from '../newsletter/subscribers.ts'
import { wakeWorkers } from './queue.ts'
import { letterKinds, type MailKind } from './rules.ts'

/**
 * Staff say what the program can’t know: that a mail is to be sent again, or that it arrived.
 * @throws HttpError `conflict` where the mail is no longer in doubt, or is to go again to somebody who
 *   wants no letters any more, or of a letter that is paused or was cancelled
 */
export async function settleByStaff(
  req: PayloadRequest,
  { id, as }: { id: number; as: 'again' | 'arrived' },
): Promise<void> {
  await inTransaction(req, async (db) => {
    if (as === 'again') await holdReader(db, id)
    const { rows } = await db.execute(
      as === 'again'
        ? sql`update mails set state = 'queued', worker = null, handed_at = null, next_at = now(),
                     stopped = null, error = null, response = null, updated_at = now()
               where id = ${id} and state in ('unknown', 'failed') and to_address <> ''
              returning subject`
        : sql`update mails set state = 'sent', sent_at = coalesce(handed_at, now()), worker = null,
                     error = null, response = 'Staff say that it arrived.', updated_at = now()
               where id = ${id} and state = 'unknown' returning subject`,
    )
    const [mail] = rows
    if (!mail) {
      const message = 'This mail is no longer in doubt, or no longer kept. Look at it again.'
      throw new HttpError('conflict', message)
    }
    await record(req, {
      action: as === 'again' ? 'mail_again' : 'mail_arrived',
      subject: String(mail.subject),
      of_collection: 'mails',
      document: id,
      version: null,
    })
    if (as === 'again') await wakeWorkers(db)
  })
}

// Before the mail itself, as all do who change both: the letter first, its reader next.
async function holdReader(db: Executor, id: number): Promise<void> {
  const { rows } = await db.execute(
    sql`select kind, subscriber, letter from mails where id = ${id}`,
  )
  const [{ kind, subscriber, letter } = {}] = rows
  if (letter) await holdLetter(db, Number(letter))
  if (!subscriber || !letterKinds.includes(kind as MailKind)) return
  const wants = await wantsLetters(db, Number(subscriber))
  if (!wants) throw new HttpError('conflict', 'Whom this was for wants no letters any more.')
}

async function holdLetter(db: Executor, id: number): Promise<void> {
  const { rows } = await db.execute(
    sql`select state::text as state from letters where id = ${id} for share`,
  )
  const [{ state } = {}] = rows
  if (state === 'paused') {
    throw new HttpError('conflict', 'Its letter is paused. Let that go on, then send this again.')
  }
  if (state === 'cancelled') {
    throw new HttpError('conflict', 'Its letter was cancelled: nobody else gets it.')
  }
}
