import type { MailBranding } from '../mail/branding.ts'
import type { MailContent } from '../mail/contract.ts'
import type { MailKind } from '../mail/kinds.ts'
import { renderActionMail } from '../mail/templates/render.ts'
import { renderNoticeWith } from './notices.ts'
import type { LinkPurpose } from './queries.ts'
import { invitationMs, resetLinkMs } from './rules.ts'

type Link = {
  purpose: LinkPurpose
  /** Path of the link. */
  path: string
  /** Who invites, by name; null if the owner asked for the link. */
  by: string | null
}

/** Renders the mail with a link to choose a password. */
export function renderLinkMail(
  branding: MailBranding,
  { purpose, path, by }: Link,
): Promise<MailContent> {
  const { name, siteUrl } = branding
  const button = { label: 'Choose a password', url: siteUrl + path }
  if (purpose === 'invitation') {
    return renderActionMail({
      branding,
      subject: `You’re on the team at ${name}`,
      heading: 'Here’s your key',
      paragraphs: [
        `${by ?? 'Somebody'} has added you to the staff of ${name}. Choose a password and you’re in.`,
        'The button works once, within seven days.',
      ],
      button,
      note: `Never heard of ${name}? Ignore this email and you won’t get another.`,
    })
  }
  const cause = by
    ? `${by} has sent you a link to choose a new password for the staff side of ${name}.`
    : `Somebody, hopefully you, asked for a new password for the staff side of ${name}.`
  return renderActionMail({
    branding,
    subject: `A new password for ${name}`,
    heading: 'A new password',
    paragraphs: [
      cause,
      'The button works once, within an hour. Choosing a new password signs you out everywhere else.',
    ],
    button,
    note: 'Not you? Ignore this email: your password stays as it is.',
  })
}

const sample = (branding: MailBranding, purpose: LinkPurpose, by: string | null) =>
  renderLinkMail(branding, { purpose, path: '/cms/reset/example', by })

export const staffMailKinds: readonly MailKind[] = [
  {
    kind: 'staff_invitation',
    hiddenFrom: 'staff',
    expiresAfterMs: invitationMs,
    samples: [
      {
        key: 'staff_invitation',
        name: 'An invitation to the staff',
        make: (_, branding) => sample(branding, 'invitation', 'Ada'),
      },
    ],
  },
  {
    kind: 'password_reset',
    hiddenFrom: 'staff',
    expiresAfterMs: resetLinkMs,
    samples: [
      {
        key: 'password_reset',
        name: 'A link to a new password',
        make: (_, branding) => sample(branding, 'reset', null),
      },
    ],
  },
  {
    kind: 'staff_security',
    samples: [
      {
        key: 'staff_security',
        name: 'A change to an account of the staff',
        make: (_, branding) =>
          renderNoticeWith(branding, { what: 'passkey_added', detail: 'My phone' }),
      },
    ],
  },
]
