import type { MailContent } from '../../../platform/mail/contract.ts'
import type { MailKind } from '../../../platform/mail/mail-kind.ts'
import type { MailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import { renderActionMail } from '../../../platform/mail/templates/render.ts'
import type { MailText } from '../../../platform/mail/texts.ts'
import { env } from '../../../platform/runtime/env.ts'
import { type LinkScope, linkDays } from '../rules.ts'

/** The name of the kind of mail with an organiser's link. */
export const linkMailKind = 'event_link'

const linkText: MailText = {
  key: 'event_link',
  defaultText: {
    subject: 'Your link for {title}',
    heading: 'The list is yours',
    opening: `Hello {name},\nthis is your link for {title} at {venue}. {rights} There’s no account and no password: whoever has the link can use it.\nIt works until ${linkDays} days after the last evening. Lost it? Any old link offers to mail you a new one.`,
    closing:
      'You get this because somebody at {venue} put you down as an organiser, or because you asked for a new link. Don’t pass it on. Not you? Ignore this email.',
  },
  placeholders: {
    title: {
      is: 'the title of the event',
      required: { in: 'opening', why: 'organisers may have several links.' },
    },
    name: { is: 'the organiser’s name' },
    rights: { is: 'which dates the link opens, and what it can do there, in two sentences' },
  },
}

const rightsTexts: Record<LinkScope, string> = {
  view: 'It shows who’s coming.',
  door: 'It shows who’s coming, and checks people in at the door.',
  edit: 'It shows who’s coming, checks people in at the door, writes to them, and changes the evening.',
}

/** The path of the page of a link. */
export const managePath = (token: string): string => `/manage-event/${token}`
export const manageUrl = (token: string): string => env().SITE_URL + managePath(token)

type Sent = {
  token: string
  title: string
  /** When the only date that the link opens starts; null: the link opens all dates. */
  when: string | null
  name: string
  scope: LinkScope
}

const openedText = (when: string | null): string =>
  when === null
    ? 'It opens all dates, also those that are added later.'
    : `It opens one date: ${when}.`

export const renderLinkMail = (
  fillText: MailTextFiller,
  { token, title, when, name, scope }: Sent,
): Promise<MailContent> =>
  renderActionMail({
    ...fillText(linkText, { title, name, rights: `${openedText(when)} ${rightsTexts[scope]}` }),
    button: { label: 'Open the list', url: manageUrl(token) },
  })

export const linkMailKinds: readonly MailKind[] = [
  {
    kind: linkMailKind,
    // Anybody with the link can manage the event.
    hiddenFrom: 'staff',
    samples: [
      {
        key: linkText.key,
        name: 'An organiser’s link',
        text: linkText,
        make: ({ fillText }) =>
          renderLinkMail(fillText, {
            token: '0'.repeat(40),
            title: 'Quiz night',
            when: 'Thu 3 Dec, 7.30pm',
            name: 'Jo',
            scope: 'edit',
          }),
      },
    ],
  },
]
