import type { Payload } from 'payload'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import { databaseOf } from '../database/query.ts'
import { env } from '../runtime/env.ts'
import type { MailContent, MailRow, NewMailRow } from './contract.ts'
import { mailKindsOf } from './kinds.ts'
import { deleteContentOfFinishedMails } from './queries/retention.ts'

const purpose = 'secret mail'

/**
 * Returns a function that hides the content of mails with a code or a one-time link, so that staff cannot
 * use the code or link. The content is stored encrypted, and deleted once the mail was handed over. Without a mail
 * server the content is not hidden: an admin then passes the code or link on to the recipient.
 */
export function createContentEncryption(payload: Payload): (row: NewMailRow) => NewMailRow {
  const kinds = new Map(mailKindsOf(payload).map((each) => [each.kind, each]))
  const hasMailServer = Boolean(env().SMTP_URL)
  return (row) => {
    const kind = kinds.get(row.kind)
    if (!hasMailServer || kind?.hiddenFrom !== 'staff') return row
    const { subject, html, text, attachments } = row
    const content = { subject, html, text, attachments: attachments ?? [] }
    const sealed = encrypt(purpose, JSON.stringify(content))
    const plain = { subject: kind.plainSubject ?? subject, html: '', text: '', attachments: null }
    return { ...row, ...plain, sealed }
  }
}

/**
 * The hidden content of a mail; null if the content is not hidden.
 * @throws Error if the content cannot be decrypted, because SECRET was changed
 */
export function decryptSecret({ sealed, headers }: MailRow): MailContent | null {
  if (sealed === null) return null
  const json = decrypt(purpose, sealed)
  if (json === null) throw new Error('The content of this mail was encrypted with another SECRET.')
  return { ...(JSON.parse(json) as Omit<MailContent, 'headers'>), headers }
}

/**
 * Deletes unencrypted content of mails that were sent, bounced or cancelled. Such content was stored by an
 * earlier version of the program, or while no mail server was set.
 */
export async function deleteUnencryptedContent(payload: Payload): Promise<void> {
  if (!env().SMTP_URL) return
  const kinds = mailKindsOf(payload)
    .filter(({ hiddenFrom }) => hiddenFrom === 'staff')
    .map(({ kind, plainSubject = null }) => ({ kind, subject: plainSubject }))
  await deleteContentOfFinishedMails(databaseOf(payload), kinds)
}
