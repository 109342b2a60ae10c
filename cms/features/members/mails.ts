import { randomUUID } from 'node:crypto'
import type { Payload, PayloadRequest } from 'payload'
import type { MailContent } from '../../platform/mail/contract.ts'
import { findMailTextFiller, type MailTextFiller } from '../../platform/mail/mail-text-filler.ts'
import { priorities } from '../../platform/mail/rules.ts'
import { queueMail } from '../../platform/mail/service.ts'
import { renderActionMail, renderCodeMail } from '../../platform/mail/templates/render.ts'
import { env } from '../../platform/runtime/env.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import type { Venue } from '../venue/contract.ts'
import { mailColorsOf } from '../venue/look/mail-colors.ts'
import { findVenue } from '../venue/service.ts'
import {
  type AccountChange,
  codeTexts,
  type LinkReason,
  linkReasons,
  linkText,
  noticeTexts,
  valuesOf,
} from './mail-texts.ts'
import type { Purpose } from './queries/codes.ts'

const colors = mailColorsOf('common-room')

// Mails are rendered before a transaction and queued in it. Reading the venue in a transaction would need a
// second connection, and could deadlock with other transactions that wait for a connection.

/** Renders the mail with a code. */
export const renderCode = (
  fillText: MailTextFiller,
  purpose: Purpose,
  code: string,
): Promise<MailContent> =>
  renderCodeMail({ ...fillText(codeTexts[purpose], { code }), colors, code })

/** Renders the mail with a link to sign in with. @param page the URL of the page where links are confirmed */
export const renderSignInLink = (
  fillText: MailTextFiller,
  token: string,
  reason: LinkReason,
  page: string,
): Promise<MailContent> => {
  const button = { label: 'Sign in', url: `${page}/${token}` }
  return renderActionMail({
    ...fillText(linkText, { reason: linkReasons[reason] }),
    colors,
    button,
  })
}

/** Queues the mail with a code or link, with priority over other mails. */
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

/** Formats a time for a mail, in the venue's time zone. */
export const formatTime = ({ timeZone }: Venue, time: Date): string =>
  formatGuestTime(time, timeZone)

/** Renders the notice of a change to an account, with the current time. */
export async function renderNotice(payload: Payload, change: AccountChange): Promise<MailContent> {
  const time = formatTime(await findVenue(payload), new Date())
  return renderNoticeWith(await findMailTextFiller(payload), change, time)
}

/** @param time when the change was made, see `formatTime` */
export function renderNoticeWith(fillText: MailTextFiller, change: AccountChange, time: string) {
  const words = fillText(noticeTexts[change.what], { ...valuesOf(change), time })
  // This notice goes to the old address, which can no longer sign in.
  if (change.what === 'address_changed') return renderActionMail({ ...words, colors })
  const button = {
    label: 'Look at my account',
    url: `${env().SITE_URL}/common-room/member/profile`,
  }
  return renderActionMail({ ...words, colors, button })
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
