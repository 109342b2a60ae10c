import { randomUUID } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import type { MailContent } from '../mail/contract.ts'
import { priorities } from '../mail/rules.ts'
import { queueMail } from '../mail/service.ts'
import { renderActionMail, renderCodeMail } from '../mail/templates/render.ts'
import type { Venue } from '../venue/contract.ts'
import { brandingOf } from '../venue/mail-branding.ts'
import { codeWords, type Event, eventWords, linkWords } from './mail-copy.ts'
import type { Purpose } from './queries/codes.ts'

// Mails are rendered before a transaction and queued in it. Reading the venue in a transaction would
// need a second connection, which other transactions may be waiting for as well.

/** Renders the mail with a code. */
export const renderCode = (venue: Venue, purpose: Purpose, code: string): Promise<MailContent> =>
  renderCodeMail(codeWords(brandingOf(venue), purpose, code))

/** Renders the mail with a link to sign in with. */
export const renderLink = (venue: Venue, token: string): Promise<MailContent> =>
  renderActionMail(linkWords(brandingOf(venue), token))

/** Queues the mail with a code or link, before other mails. */
export async function queueCode(
  req: PayloadRequest,
  email: string,
  content: MailContent,
): Promise<void> {
  await queueMail(req, {
    ...content,
    key: `code ${randomUUID()}`,
    kind: 'sign_in_code',
    to: { address: email },
    priority: priorities.code,
  })
}

/** A time as mails say it: in the venue's time zone. */
export const formatTime = ({ timeZone }: Venue, time: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(time)

/** Renders the notice of a change to an account. */
export function renderNotice(venue: Venue, event: Event): Promise<MailContent> {
  return renderActionMail(eventWords(brandingOf(venue), event, formatTime(venue, new Date())))
}

/** Queues a notice to a member, in the transaction that makes the change. */
export async function queueNotice(
  req: PayloadRequest,
  { email, name }: { email: string; name: string | null },
  content: MailContent,
): Promise<void> {
  await queueMail(req, {
    ...content,
    key: `security ${randomUUID()}`,
    kind: 'security',
    to: { address: email, name },
  })
}
