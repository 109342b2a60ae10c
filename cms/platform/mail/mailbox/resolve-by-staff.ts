import type { PayloadRequest } from 'payload'
import { record } from '../../audit/service.ts'
import type { Database } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { HttpError } from '../../http/errors.ts'
import { findMailKind, findSubjectsOfLetters } from '../kinds.ts'
import { findMailReferences, markArrived, requeueMail, wakeWorkers } from '../queries/outbox.ts'

/**
 * Carries out what staff decided: queues a mail in the state `failed` or `unknown` again, or marks a mail in
 * the state `unknown` as sent.
 * @throws HttpError `conflict` if the mail's state has changed, or its kind does not allow a resend
 */
export const resolveByStaff = (
  req: PayloadRequest,
  { id, as }: { id: number; as: 'again' | 'arrived' },
): Promise<void> =>
  inTransaction(req, async (db) => {
    const mail = as === 'again' ? await requeue(req, db, id) : await markArrived(db, id)
    if (!mail) {
      const message = 'This mail is no longer in doubt, or no longer kept. Look at it again.'
      throw new HttpError('conflict', message)
    }
    const subjects = await findSubjectsOfLetters(req.payload, db, mail.letter ? [mail.letter] : [])
    const { plainSubject, auditSubject } = findMailKind(req.payload, mail.kind) ?? {}
    await record(req, {
      action: as === 'again' ? 'mail_again' : 'mail_arrived',
      // The audit trail is kept for ever, and publishers read it.
      subject: mail.letter
        ? (subjects.get(mail.letter) ?? mail.kind)
        : (auditSubject ?? plainSubject ?? mail.subject),
      of_collection: 'mails',
      document: id,
    })
    if (as === 'again') await wakeWorkers(db)
  })

async function requeue({ payload }: PayloadRequest, db: Database, id: number) {
  const mail = await findMailReferences(db, id)
  // Runs before the mail is locked, see `beforeResend`.
  if (mail) await findMailKind(payload, mail.kind)?.beforeResend?.(db, mail)
  return requeueMail(db, id)
}
