import type { MailContent } from '../mail/contract.ts'
import type { MailKind, MailSample } from '../mail/mail-kind.ts'
import type { MailTextFiller } from '../mail/mail-text-filler.ts'
import { renderActionMail } from '../mail/templates/render.ts'
import type { MailText } from '../mail/texts.ts'
import { env } from '../runtime/env.ts'
import { invitationText, noticeTexts, resetTexts } from './mail-texts.ts'
import { renderNoticeWith, type StaffAccountChange } from './notices.ts'
import type { LinkPurpose } from './queries.ts'
import { invitationMs, resetLinkMs } from './rules.ts'

type Link = {
  purpose: LinkPurpose
  /** Path of the link. */
  path: string
  /** Name of the admin who sends the link; null if the account's owner requested it. */
  by: string | null
}

const textOf = ({ purpose, by }: Omit<Link, 'path'>): MailText => {
  if (purpose === 'invitation') return invitationText
  return by ? resetTexts.sent : resetTexts.requested
}

/** Renders the mail with a link to choose a password. */
export const renderLinkMail = (fillText: MailTextFiller, link: Link): Promise<MailContent> =>
  renderActionMail({
    ...fillText(textOf(link), { by: link.by ?? 'Somebody' }),
    button: { label: 'Choose a password', url: env().SITE_URL + link.path },
  })

const linkSample = (purpose: LinkPurpose, by: string | null, name: string): MailSample => {
  const text = textOf({ purpose, by })
  return {
    key: text.key,
    name,
    text,
    make: ({ fillText }) => renderLinkMail(fillText, { purpose, path: '/cms/reset/example', by }),
  }
}

const noticeSample = (text: MailText, change: StaffAccountChange, name: string): MailSample => ({
  key: text.key,
  name,
  text,
  make: ({ fillText }) => renderNoticeWith(fillText, change),
})

export const staffMailKinds: readonly MailKind[] = [
  {
    kind: 'staff_invitation',
    hiddenFrom: 'staff',
    expiresAfterMs: invitationMs,
    samples: [linkSample('invitation', 'Ada', 'An invitation to the staff')],
  },
  {
    kind: 'password_reset',
    hiddenFrom: 'staff',
    expiresAfterMs: resetLinkMs,
    samples: [
      linkSample('reset', null, 'A link to a new password'),
      linkSample('reset', 'Ada', 'A link to a new password, sent by an admin'),
    ],
  },
  {
    kind: 'staff_security',
    hiddenFrom: 'nobody',
    samples: [
      noticeSample(
        noticeTexts.changed,
        { what: 'passkey_added', detail: 'My phone' },
        'A change to an account of the staff',
      ),
      noticeSample(
        noticeTexts.exposed,
        { what: 'password_exposed' },
        'A password that somebody on the staff has to replace',
      ),
      noticeSample(
        noticeTexts.addressChanged,
        { what: 'address_changed', detail: 'jo@new.example' },
        'A new address of somebody on the staff',
      ),
      noticeSample(
        noticeTexts.adminAdded,
        { what: 'admin_added', detail: 'Jo (jo@new.example)', by: 'Ada' },
        'A new admin, to the others',
      ),
    ],
  },
]
