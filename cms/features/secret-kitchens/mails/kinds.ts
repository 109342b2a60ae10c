import type { MailKind } from '../../../platform/mail/mail-kind.ts'
import { dropUrl, renderDropMail } from './render.ts'
import { dropMailTexts, type OwnDropMail } from './texts.ts'

const names: Record<OwnDropMail, string> = {
  announced: 'Drop: announced',
  bell: 'Drop: the bell before it opens',
  won: 'Drop: drawn',
  going: 'Drop: claimed',
  waitlisted: 'Drop: in line',
  offer: 'Drop: portions offered',
  offer_expired: 'Drop: an offer has ended',
  party: 'Drop: another number of portions',
  removed: 'Drop: claim taken back by the house',
  left: 'Drop: claim given back',
  called_off: 'Drop: called off',
  message: 'Drop: message of the kitchen',
}

const sample = {
  ...{ title: 'Ash and beetroot', kitchen: 'Nadia’s fire', area: 'Kitchens' as const, slug: 'ash' },
  startsAt: new Date('2026-12-04T19:00:00Z'),
  opensAt: new Date('2026-12-03T18:00:00Z'),
}
const words = {
  ...{ portions: '2 portions', until: 'Thu 3 Dec, 6.05pm', position: '7' },
  pay: '£24.00 are put by from your credit, and leave it when you collect.',
  back: 'What was put by is back in your credit.',
  text: 'We start half an hour later: the fire is slow tonight.',
}

export const dropMailKinds: readonly MailKind[] = (Object.keys(dropMailTexts) as OwnDropMail[]).map(
  (mail): MailKind => {
    const text = dropMailTexts[mail]
    return {
      kind: text.key,
      // Most have the permanent link, with which anybody can give the claim back.
      hiddenFrom: 'publishers',
      samples: [
        {
          key: text.key,
          name: names[mail],
          text,
          make: ({ fillText }) =>
            renderDropMail(mail, sample, {
              ...{ fillText, timeZone: 'Europe/London', words, url: dropUrl(sample) },
            }),
        },
      ],
    }
  },
)
