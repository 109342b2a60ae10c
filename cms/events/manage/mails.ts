import { env } from '../../env.ts'
import type { MailContent } from '../../mail/contract.ts'
import type { MailKind } from '../../mail/kinds.ts'
import type { MailTextFiller } from '../../mail/mail-text-filler.ts'
import { renderActionMail } from '../../mail/templates/render.ts'
import type { MailText } from '../../mail/texts.ts'
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
    rights: { is: 'what the link can do, in a sentence' },
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

type Sent = { token: string; title: string; name: string; scope: LinkScope }

export const renderLinkMail = (
  fillText: MailTextFiller,
  { token, title, name, scope }: Sent,
): Promise<MailContent> =>
  renderActionMail({
    ...fillText(linkText, { title, name, rights: rightsTexts[scope] }),
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
            name: 'Jo',
            scope: 'edit',
          }),
      },
    ],
  },
]
