import type { Payload, PayloadRequest } from 'payload'
import { createToken } from '../crypto/tokens.ts'
import { findMailBranding, type MailBranding } from '../mail/branding.ts'
import type { MailContent } from '../mail/contract.ts'
import { queueMail } from '../mail/service.ts'
import { renderActionMail } from '../mail/templates/render.ts'
import type { Account } from './queries.ts'

/**
 * Changes of an account's password, address or passkeys. Its owner gets a mail about each, because
 * somebody else might have made it. `detail` is the passkey's name or the new address, `by` the admin who made the change.
 */
export type StaffEvent =
  | { what: 'password_changed' }
  | { what: 'address_changed'; detail: string }
  | { what: 'passkey_added'; detail: string }
  | { what: 'passkey_renamed'; detail: string; before: string }
  | { what: 'passkey_removed'; detail: string; by?: string }

const subjects: Record<StaffEvent['what'], string> = {
  password_changed: 'Your password was changed',
  address_changed: 'Your login address has changed',
  passkey_added: 'A new passkey',
  passkey_renamed: 'A passkey was renamed',
  passkey_removed: 'A passkey was removed',
}

function sentenceOf(event: StaffEvent, place: string): string {
  switch (event.what) {
    case 'password_changed':
      return `Your password for ${place} has been changed, and you’ve been signed out everywhere else.`
    case 'address_changed':
      return `From now on you log in to ${place} with ${event.detail}, not with this address.`
    case 'passkey_added':
      return `The passkey “${event.detail}” now opens ${place} for you.`
    case 'passkey_renamed':
      return `The passkey “${event.before}”, which opens ${place} for you, is now called “${event.detail}”.`
    case 'passkey_removed':
      return event.by
        ? `${event.by} removed the passkey “${event.detail}”. It no longer opens ${place} for you, and you’ve been signed out everywhere.`
        : `The passkey “${event.detail}” no longer opens ${place} for you, and you’ve been signed out everywhere else.`
  }
}

/** The notice of a change. Rendered before a transaction, it needs no second connection. */
export const renderNotice = async (payload: Payload, event: StaffEvent): Promise<MailContent> =>
  renderNoticeWith(await findMailBranding(payload), event)

export function renderNoticeWith(branding: MailBranding, event: StaffEvent): Promise<MailContent> {
  const { name, siteUrl } = branding
  const common = {
    branding,
    subject: `${subjects[event.what]} at ${name}`,
    heading: subjects[event.what],
    paragraphs: [
      sentenceOf(event, `the staff side of ${name}`),
      'If this was you, or you knew about it, there’s nothing more to do.',
    ],
  }
  // The old address opens the account no more.
  if (event.what === 'address_changed') {
    return renderActionMail({ ...common, note: 'Not you? Tell an admin straight away.' })
  }
  return renderActionMail({
    ...common,
    button: { label: 'Look at my account', url: `${siteUrl}/cms/account` },
    note: 'Not you? Ask for a new password on the login page, remove any passkeys you don’t recognise, and tell an admin.',
  })
}

/** Queues a notice to the owner of an account, in the transaction that makes the change. */
export async function queueNotice(
  req: PayloadRequest,
  { email, name }: Pick<Account, 'email' | 'name'>,
  content: MailContent,
): Promise<void> {
  await queueMail(req, {
    ...content,
    key: `staff notice ${createToken()}`,
    kind: 'staff_security',
    to: { address: email, name },
  })
}
