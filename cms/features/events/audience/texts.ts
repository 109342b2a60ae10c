import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import { maxLengths as maxLengthsInLetters } from '../../letters/rules.ts'
import { maxLengths as maxLengthsInNudges } from '../../nudges/rules.ts'
import { areaName } from '../../venue/names.ts'
import { type EventDate, eventPath } from '../rules.ts'

/** Facts of the venue that texts need. */
type Venue = { timeZone: string; currency: string }

const listFormat = new Intl.ListFormat('en-GB')

export const whenInWords = ({ startsAt }: Pick<EventDate, 'startsAt'>, timeZone: string): string =>
  formatGuestTime(startsAt, timeZone)

function priceInWords(
  { payment, priceCents, memberPriceCents }: EventDate,
  { currency }: Venue,
): string {
  const price = (cents: number) => (cents ? formatMoney(cents, currency) : 'free')
  if (payment === 'free' || priceCents === memberPriceCents) {
    return payment === 'free' || !priceCents ? 'Free' : price(priceCents)
  }
  const first = priceCents ? price(priceCents) : 'Free'
  return `${first}, for members ${price(memberPriceCents)}`
}

/** Cuts a text to at most `length` characters. A cut text ends with a whole word if possible. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  // The cut must not separate the halves of a surrogate pair.
  const cut = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')
  const space = cut.lastIndexOf(' ')
  let words = space > 0 ? cut.slice(0, space) : cut
  while (/[\s.,;:–-]$/.test(words)) words = words.slice(0, -1)
  return `${words}…`
}

const text = (words: string, format = 0) => ({ type: 'text', text: words, format })
const element = (type: string, children: unknown[], rest = {}) => ({ type, children, ...rest })
const bold = 1

/** The draft of a letter about a date. */
export function letterAbout(date: EventDate, venue: Venue) {
  // Braces would be read as placeholders.
  const plain = (words: string) => words.replaceAll('{', '(').replaceAll('}', ')')
  const fact = (name: string, words: string) =>
    element('listitem', [text(`${name}: `, bold), text(words)])
  const title = plain(date.title)
  return {
    subject: shortened(title, maxLengthsInLetters.subject),
    preheader: shortened(
      `${whenInWords(date, venue.timeZone)}, ${listFormat.format(date.areas.map(areaName))}`,
      maxLengthsInLetters.preheader,
    ),
    body: {
      root: element('root', [
        element('paragraph', [text('Hello {name},')]),
        element('heading', [text(title)], { tag: 'h2' }),
        element('paragraph', [text(plain(date.summary))]),
        element(
          'list',
          [
            fact('When', whenInWords(date, venue.timeZone)),
            fact('Where', listFormat.format(date.areas.map(areaName))),
            fact('Price', priceInWords(date, venue)),
            ...(date.visibility === 'members' ? [fact('For whom', 'members')] : []),
          ],
          { listType: 'bullet' },
        ),
        element('block', [], {
          fields: { blockType: 'button', label: 'Have a look', url: eventPath(date.slug) },
        }),
      ]),
    },
    audience: { interests: date.interests },
  }
}

/** The draft of a nudge about a date. */
export function nudgeAbout(date: EventDate, venue: Venue) {
  const maxLengths = maxLengthsInNudges
  const whenAndWhere = `${whenInWords(date, venue.timeZone)}, ${listFormat.format(date.areas.map(areaName))}.`
  return {
    title: shortened(date.title, maxLengths.title),
    text: shortened(`${whenAndWhere} ${date.summary}`, maxLengths.text),
    link: eventPath(date.slug),
    ...(date.interests.length
      ? { audience: 'chosen' as const, interests: date.interests }
      : { audience: 'everyone' as const }),
  }
}
