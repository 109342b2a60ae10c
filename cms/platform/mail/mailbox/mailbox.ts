import type { Payload } from 'payload'
import { databaseOf } from '../../database/query.ts'
import { log } from '../../runtime/log/log.ts'
import { createStoringContentReader, needsStoring } from '../content.ts'
import { markDueMailsSent } from '../queries/outbox.ts'
import { codeOrLink } from '../rules.ts'

/**
 * Marks due mails as sent, so that staff can read them in the mailbox. Used if there is no mail server.
 * @param development whether the newest code or link is logged
 */
export async function keepDueMailsInMailbox(
  payload: Payload,
  { development }: { development: boolean },
): Promise<void> {
  const mails = await markDueMailsSent(databaseOf(payload))
  const contentOf = createStoringContentReader(payload)
  for (const mail of mails.filter((each) => needsStoring(payload, each))) {
    await contentOf(mail).catch((error) =>
      log.error({ err: error, mail: mail.id }, 'the content of a mail could not be made'),
    )
  }
  const newest = mails.at(-1)
  if (!development || !newest) return
  const { kind, subject, text } = newest
  log.info({ kind, subject }, `a mail is in the mailbox: ${codeOrLink(text) ?? '–'}`)
}
