import type { MailContent } from '../../platform/mail/contract.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import type { MailTextFiller } from '../../platform/mail/mail-text-filler.ts'
import { renderActionMail } from '../../platform/mail/templates/render.ts'
import type { MailText } from '../../platform/mail/texts.ts'
import { env } from '../../platform/runtime/env.ts'
import { formatMoney } from '../../platform/ui/money.ts'
import { mailColorsOf } from '../venue/look/mail-colors.ts'
import { type ListLine, lunchPath } from './rules.ts'

const facts = {
  offer: { is: 'from whom lunch is ordered, such as Kitchens' },
  area: { is: 'where it is picked up, such as Common Room' },
  cut_off: { is: 'until when one can order, such as 11.30am' },
}
const closing =
  'You get this because you’ve ordered lunch with others at {venue}. When it’s eaten, it’s over.'

/** News of a run: `push` is the text of the push, for members whose devices take one, and `text` that of the mail. */
type News = { title: string; push: string; text: MailText }

export const lunchMails = {
  ask: {
    title: 'Who’s going for lunch?',
    push: 'Nobody yet, and ordering ends at {cut_off}. Go, and everybody thanks you.',
    text: {
      key: 'lunch_ask',
      defaultText: {
        subject: 'Who’s going for lunch?',
        heading: 'Nobody’s going yet',
        opening:
          'You’ve ordered from {offer}, and so have others, but nobody is fetching it.\nOrdering ends at {cut_off}. Press the button and say that you’ll go.',
        closing,
      },
      placeholders: facts,
    },
  },
  gone: {
    title: 'Lunch needs another runner',
    push: 'Whoever was going can’t. Can you? It’s {offer}.',
    text: {
      key: 'lunch_gone',
      defaultText: {
        subject: 'Lunch needs another runner',
        heading: 'Can you go?',
        opening:
          'Whoever was going to fetch your lunch from {offer} can’t after all.\nPress the button and say that you’ll go. Or fetch your own.',
        closing,
      },
      placeholders: facts,
    },
  },
  cancelled: {
    title: 'Lunch is off',
    push: 'The run to {offer} was called off. You pay nothing.',
    text: {
      key: 'lunch_cancelled',
      defaultText: {
        subject: 'Lunch is off: {offer}',
        heading: 'No lunch run today',
        opening:
          'The run to {offer} was called off, or nobody could go.\nYou pay nothing: what we had put by is back in your credit.',
        closing,
      },
      placeholders: facts,
    },
  },
  self: {
    title: 'Fetch your lunch yourself',
    push: 'Nobody’s going, so everybody fetches their own from {offer}.',
    text: {
      key: 'lunch_self',
      defaultText: {
        subject: 'Fetch your lunch yourself: {offer}',
        heading: 'Nobody’s going',
        opening:
          'Nobody is fetching the lunch from {offer} for you all, so everybody fetches their own.\nSay your name, and what you ordered.',
        closing,
      },
      placeholders: facts,
    },
  },
  replaced: {
    title: 'Somebody else is going',
    push: 'Nobody heard from you, so somebody else fetches the lunch from {offer}. Have you paid for it? Tell us.',
    text: {
      key: 'lunch_replaced',
      defaultText: {
        subject: 'Somebody else fetches the lunch',
        heading: 'Somebody else is going',
        opening:
          'You said you’d fetch the lunch from {offer}, but nobody heard from you after {cut_off}. So somebody else is going now.\nHave you paid for it already? Tell us at the bar, and we see to it that you get your money.',
        closing,
      },
      placeholders: facts,
    },
  },
  bar: {
    title: 'Pay your lunch at the bar',
    push: 'Your credit didn’t cover the lunch from {offer}. Pay it at the bar, please.',
    text: {
      key: 'lunch_bar',
      defaultText: {
        subject: 'Pay your lunch at the bar',
        heading: 'Pay at the bar, please',
        opening:
          'We couldn’t take your lunch from {offer} from your credit.\nPay it at the bar next time you’re here, and say your name.',
        closing,
      },
      placeholders: facts,
    },
  },
  here: {
    title: 'It’s here',
    push: 'Your lunch is waiting for you: {area}.',
    text: {
      key: 'lunch_here',
      defaultText: {
        subject: 'It’s here: {area}',
        heading: 'It’s here',
        opening: 'Your lunch from {offer} is waiting for you: {area}.\nEnjoy it.',
        closing,
      },
      placeholders: facts,
    },
  },
  sold_out: {
    title: 'Sold out: {about}',
    push: 'You ordered it, and it’s gone. Choose something else: we keep your place.',
    text: {
      key: 'lunch_sold_out',
      defaultText: {
        subject: 'Sold out: {about}',
        heading: 'Choose again',
        opening:
          'You ordered {about}, and it has just sold out. It isn’t on your order any more, and you don’t pay for it.\nPress the button and choose something else. Do it soon: you have a few minutes.',
        closing,
      },
      placeholders: { ...facts, about: { is: 'the dish that has sold out' } },
    },
  },
} as const satisfies Record<string, News>
export type LunchMail = keyof typeof lunchMails

const buttons: Record<LunchMail, string> = {
  ask: 'I’ll go',
  gone: 'See what to do',
  cancelled: 'See the next lunch',
  self: 'See my order',
  here: 'See my order',
  replaced: 'See the lunch',
  bar: 'See my order',
  sold_out: 'Choose again',
}

export function renderLunchMail(
  fillText: MailTextFiller,
  { text, words, path }: { text: MailText; words: Record<string, string>; path: string },
): Promise<MailContent> {
  const [news] = Object.entries(lunchMails).find(([, each]) => each.text === text) ?? []
  return renderActionMail({
    ...fillText(text, words),
    colors: mailColorsOf('common-room'),
    button: { label: buttons[news as LunchMail], url: env().SITE_URL + path },
  })
}

const vendorText: MailText = {
  key: 'lunch_vendor',
  defaultText: {
    subject: 'Lunch order for {day}, no. {number}',
    heading: 'Our order',
    opening:
      'Hello {vendor},\nplease make this for {day}. We pick it up after {cut_off}.\n{lines}\nTogether: {total}.\nThank you.',
    closing:
      'Order no. {number} of {venue}. Something isn’t right? Give us a ring, or answer this mail.',
  },
  placeholders: {
    vendor: { is: 'the vendor’s name' },
    day: { is: 'the day, such as Friday, 4 December' },
    number: { is: 'the number of the order' },
    cut_off: { is: 'when ordering ended' },
    lines: {
      is: 'the dishes with their extras and wishes, a line each',
      required: { in: 'opening', why: 'it is what they cook.' },
    },
    total: { is: 'what it costs together' },
  },
}
export const vendorMailKind = vendorText.key

const correctionText: MailText = {
  key: 'lunch_vendor_again',
  defaultText: {
    subject: 'Corrected: lunch order for {day}, no. {number}',
    heading: 'Our order has changed',
    opening:
      'Hello {vendor},\nwe’ve had to change our order for {day}. This replaces the one that we sent at {earlier}:\n{lines}\nTogether: {total}.\nSorry, and thank you.',
    closing: vendorText.defaultText.closing,
  },
  placeholders: {
    ...vendorText.placeholders,
    earlier: { is: 'when the order that it replaces was mailed' },
  },
}
export const vendorCorrectionKind = correctionText.key

/** A line of a list in words: `2 × Pad Thai, tofu, extra chili (one without peanuts)`. */
export function lineText({
  quantity,
  name,
  extras,
  people,
}: Omit<ListLine, 'key' | 'dish' | 'cents'>) {
  const notes = people.flatMap(({ note }) => note ?? [])
  const dish = [`${quantity} × ${name}`, ...extras].join(', ')
  return notes.length ? `${dish} (${notes.join('; ')})` : dish
}

export type VendorOrder = {
  number: number
  vendor: string
  day: string
  cutOff: string
  lines: readonly ListLine[]
  totalCents: number
  currency: string
  /** When the order was mailed that this one corrects; null for the first one. */
  replaces: string | null
}

/** The order for a vendor. It names nobody. */
export function renderVendorMail(
  fillText: MailTextFiller,
  { number, vendor, day, cutOff, lines, totalCents, currency, replaces }: VendorOrder,
): Promise<MailContent> {
  const { paragraphs, ...text } = fillText(replaces ? correctionText : vendorText, {
    ...{ number: String(number), vendor, day, cut_off: cutOff, earlier: replaces ?? '' },
    lines: lines.map(lineText).join('\n') || 'nothing any more',
    total: formatMoney(totalCents, currency),
  })
  return renderActionMail({
    ...text,
    // A value may have several lines.
    paragraphs: paragraphs.flatMap((each) => each.split('\n')).filter((each) => each.trim()),
    colors: mailColorsOf('kitchens'),
  })
}

const sampleWords = {
  ...{ offer: 'Kitchens', area: 'Common Room', cut_off: '11.30am', about: 'Lamb flatbread' },
}

const names: Record<LunchMail, string> = {
  ask: 'Lunch: nobody goes yet',
  gone: 'Lunch: another runner',
  cancelled: 'Lunch: called off',
  self: 'Lunch: fetch it yourself',
  here: 'Lunch: it’s here',
  replaced: 'Lunch: somebody else goes',
  bar: 'Lunch: pay at the bar',
  sold_out: 'Lunch: sold out',
}

export const lunchMailKinds: readonly MailKind[] = [
  ...(Object.keys(lunchMails) as LunchMail[]).map((news): MailKind => {
    const { text } = lunchMails[news]
    return {
      kind: text.key,
      hiddenFrom: 'editors',
      samples: [
        {
          key: text.key,
          name: names[news],
          text,
          make: ({ fillText }) =>
            renderLunchMail(fillText, { text, words: sampleWords, path: lunchPath }),
        },
      ],
    }
  }),
  ...[vendorText, correctionText].map(
    (text): MailKind => ({
      kind: text.key,
      hiddenFrom: 'nobody',
      samples: [
        {
          key: text.key,
          name: text === vendorText ? 'Lunch: order for a vendor' : 'Lunch: corrected order',
          text,
          make: ({ fillText }) =>
            renderVendorMail(fillText, {
              ...{ number: 12, vendor: 'Golden Wok', day: 'Friday, 4 December', cutOff: '11.30am' },
              lines: [
                {
                  ...{ key: '1', dish: '1', name: 'Pad Thai', extras: ['tofu'], quantity: 2 },
                  ...{ cents: 19_00, people: [{ name: '', quantity: 1, note: 'no peanuts' }] },
                },
              ],
              ...{ totalCents: 19_00, currency: 'GBP' },
              replaces: text === correctionText ? '11:31' : null,
            }),
        },
      ],
    }),
  ),
]
