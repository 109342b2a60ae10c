import type { MailText } from '../mail/texts.ts'

const by = { is: 'the name of the admin who did it' }

export const invitationText: MailText = {
  key: 'staff_invitation',
  defaultText: {
    subject: 'You’re on the team at {venue}',
    heading: 'Here’s your key',
    opening:
      '{by} has added you to the staff of {venue}. Choose a password and you’re in.\nThe button works once, within seven days.',
    closing: 'Never heard of {venue}? Ignore this email and you won’t get another.',
  },
  placeholders: { by },
}

const newPassword = (key: string, cause: string): MailText => ({
  key,
  defaultText: {
    subject: 'A new password for {venue}',
    heading: 'A new password',
    opening: `${cause}\nThe button works once, within an hour. Choosing a new password signs you out everywhere else.`,
    closing: 'Not you? Ignore this email: your password stays as it is.',
  },
  placeholders: {},
})

/** The mails with a link to choose a new password, requested by the account's owner or sent by an admin. */
export const resetTexts = {
  requested: newPassword(
    'password_reset',
    'Somebody, hopefully you, asked for a new password for the staff side of {venue}.',
  ),
  sent: {
    ...newPassword(
      'password_reset_sent',
      '{by} has sent you a link to choose a new password for the staff side of {venue}.',
    ),
    placeholders: { by },
  },
} satisfies Record<string, MailText>

const notice = (
  key: string,
  closing: string,
  opening = '{what}\nIf this was you, or you knew about it, there’s nothing more to do.',
): MailText => ({
  key,
  defaultText: {
    subject: '{change} at {venue}',
    heading: '{change}',
    opening,
    closing,
  },
  placeholders: {
    change: { is: 'the change, such as “A new passkey”' },
    what: {
      is: 'the change in a sentence',
      required: { in: 'opening', why: 'it is what happened to the account.' },
    },
  },
})

/** The notices of a change to an account. `addressChanged` goes to the old address. */
export const noticeTexts = {
  changed: notice(
    'staff_security',
    'Not you? Ask for a new password on the login page, remove any passkeys you don’t recognise, and tell an admin.',
  ),
  exposed: notice(
    'staff_password_exposed',
    'The button opens a page that mails you a link, which works once. Nothing came? Ask an admin.',
    '{what}',
  ),
  addressChanged: notice('staff_address_changed', 'Not you? Tell an admin straight away.'),
  adminAdded: notice('staff_admin_added', 'News to you? Ask the other admins straight away.'),
}
