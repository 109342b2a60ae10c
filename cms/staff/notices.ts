import type { Payload, PayloadRequest } from 'payload'
import { createToken } from '../crypto/tokens.ts'
import { findMailBranding, type MailBranding } from '../mail/branding.ts'
import type { MailContent } from '../mail/contract.ts'
import { queueMail } from '../mail/service.ts'
import { renderActionMail } from '../mail/templates/render.ts'
import type { Account } from './queries.ts'

/**
 * Changes of how an account is opened that its owner gets a notice of, because somebody else might have
 * made them. `detail` is the passkey's name or the new address, `by` the admin who made the change.
 */
export type StaffEvent =
  | { what: 'password_changed' }
  | { what: 'address_changed'; detail: string }
  | { what: 'passkey_added'; detail: string }
  | { what: 'passkey_renamed'; detail: string; before: string }
  | { what: 'passkey_removed'; detail: string; by?: string }

const subjects: Record<StaffEvent['what'], string> = {
  password_changed: 'Your password was changed',
  address_changed: 'You log in with another address',
  passkey_added: 'A new passkey',
  passkey_renamed: 'A passkey was renamed',
  passkey_removed: 'A passkey was removed',
}

function sentenceOf(event: StaffEvent, place: string): string {
  switch (event.what) {
    case 'password_changed':
      return `Your password for ${place} was changed, and you are signed out everywhere else.`
    case 'address_changed':
      return `From now on you log in to ${place} with ${event.detail}, and no more with this address.`
    case 'passkey_added':
      return `The passkey “${event.detail}” now opens ${place} for you.`
    case 'passkey_renamed':
      return `The passkey “${event.before}”, which opens ${place} for you, is called “${event.detail}” now.`
    case 'passkey_removed':
      return event.by
        ? `${event.by} removed the passkey “${event.detail}”: it opens ${place} for you no more, and you are signed out everywhere.`
        : `The passkey “${event.detail}” opens ${place} for you no more, and you are signed out everywhere else.`
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
      sentenceOf(event, `the staff’s side of ${name}`),
      'If you know of it, there is nothing to do.',
    ],
  }
  // The old address opens the account no more.
  if (event.what === 'address_changed') {
    return renderActionMail({ ...common, note: 'Wasn’t you? Tell an admin at once.' })
  }
  return renderActionMail({
    ...common,
    button: { label: 'Look at my account', url: `${siteUrl}/cms/account` },
    note: 'Wasn’t you? Ask for a new password at the login, remove the passkeys that you don’t know, and tell an admin.',
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
