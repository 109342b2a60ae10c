import type { Payload, PayloadRequest } from 'payload'
import { createToken } from '../crypto/tokens.ts'
import type { MailContent } from '../mail/contract.ts'
import { findMailTextFiller, type MailTextFiller } from '../mail/mail-text-filler.ts'
import { queueMail } from '../mail/service.ts'
import { renderActionMail } from '../mail/templates/render.ts'
import { env } from '../runtime/env.ts'
import { noticeTexts } from './mail-texts.ts'
import type { Account } from './queries.ts'

/**
 * Changes to an account. Its owner gets a mail about each change, because somebody else might have made it.
 * The mail about `admin_added` goes to the other admins instead. `detail` is the name of the passkey, the
 * new address or the new admin. `by` is the admin who made the change.
 */
export type StaffAccountChange =
  | { what: 'password_changed' }
  | { what: 'password_exposed' }
  | { what: 'address_changed'; detail: string; by?: string }
  | { what: 'admin_added'; detail: string; by?: string }
  | { what: 'passkey_added'; detail: string }
  | { what: 'passkey_renamed'; detail: string; before: string }
  | { what: 'passkey_removed'; detail: string; by?: string }

const subjects: Record<StaffAccountChange['what'], string> = {
  password_changed: 'Your password was changed',
  password_exposed: 'Choose a new password',
  address_changed: 'Your login address has changed',
  admin_added: 'A new admin',
  passkey_added: 'A new passkey',
  passkey_renamed: 'A passkey was renamed',
  passkey_removed: 'A passkey was removed',
}

const buttons: Partial<Record<StaffAccountChange['what'], [label: string, path: string]>> = {
  admin_added: ['Look at the staff', '/cms/collections/users'],
  password_exposed: ['Send me a link', '/cms/forgot'],
}

function sentenceOf(change: StaffAccountChange, place: string): string {
  switch (change.what) {
    case 'password_changed':
      return `Your password for ${place} has been changed, and you’ve been signed out everywhere else.`
    case 'password_exposed':
      return `Your password for ${place} was stored, encrypted, where other staff could read it. So it no longer logs you in, and you’ve been signed out everywhere. Please choose a new one, and change it wherever else you use it.`
    case 'address_changed':
      return change.by
        ? `${change.by} changed your address: from now on you log in to ${place} with ${change.detail}, not with this one, and you’ve been signed out everywhere.`
        : `From now on you log in to ${place} with ${change.detail}, not with this address.`
    case 'admin_added':
      return `${change.by ?? 'Somebody'} made ${change.detail} an admin of ${place}. Admins look after everybody’s accounts, yours too.`
    case 'passkey_added':
      return `The passkey “${change.detail}” now opens ${place} for you.`
    case 'passkey_renamed':
      return `The passkey “${change.before}”, which opens ${place} for you, is now called “${change.detail}”.`
    case 'passkey_removed':
      return change.by
        ? `${change.by} removed the passkey “${change.detail}”. It no longer opens ${place} for you, and you’ve been signed out everywhere.`
        : `The passkey “${change.detail}” no longer opens ${place} for you, and you’ve been signed out everywhere else.`
  }
}

/** Renders the notice of a change. Call it before a transaction, because it uses its own connection. */
export const renderNotice = async (
  payload: Payload,
  change: StaffAccountChange,
): Promise<MailContent> => renderNoticeWith(await findMailTextFiller(payload), change)

const textOf = ({ what }: StaffAccountChange) => {
  if (what === 'password_exposed') return noticeTexts.exposed
  if (what === 'address_changed') return noticeTexts.addressChanged
  return what === 'admin_added' ? noticeTexts.adminAdded : noticeTexts.changed
}

export function renderNoticeWith(
  fillText: MailTextFiller,
  change: StaffAccountChange,
): Promise<MailContent> {
  const values = (venue: string) => ({
    change: subjects[change.what],
    what: sentenceOf(change, `the staff side of ${venue}`),
  })
  const texts = fillText(textOf(change), values)
  // This mail goes to the old address, which can no longer sign in, so it has no button.
  if (change.what === 'address_changed') return renderActionMail(texts)
  const [label, path] = buttons[change.what] ?? ['Look at my account', '/cms/account']
  return renderActionMail({ ...texts, button: { label, url: env().SITE_URL + path } })
}

/** Queues a notice to a staff member, in the transaction that makes the change. */
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
