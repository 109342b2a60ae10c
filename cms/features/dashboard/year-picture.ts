import type { Payload } from 'payload'
import sharp from 'sharp'
import { createConcurrencyLimiter } from '../../platform/limits/concurrency.ts'
import { formatMoney } from '../../platform/ui/money.ts'
import { fillInTexts } from '../content/placeholders.ts'
import { findPageContent } from '../content/service.ts'
import type { SignedIn } from '../members/contract.ts'
import { prepareShareText } from '../venue/look/share-letters.ts'
import { areaName } from '../venue/names.ts'
import { findVenue } from '../venue/service.ts'
import { drawYear } from './draw-year.ts'
import { dashboardError } from './errors.ts'
import { findNumbers, findToday, type Numbers } from './numbers.ts'
import { readPeriod } from './rules.ts'

/** The figures of a year that are not zero, with the keys of their labels. */
export function figuresOf(
  { attendance, events, styles, fetched, gifts }: Numbers,
  { hasMoney, money }: { hasMoney: boolean; money: (cents: number) => string },
): { value: string; key: string }[] {
  const given = gifts.givenCents + gifts.roundedCents
  const counts = [
    { count: attendance?.visits ?? 0, key: 'visits' },
    { count: events.length, key: 'events' },
    { count: styles.ofPeriod.length, key: 'styles' },
    { count: fetched.lunches, key: 'lunches' },
  ]
  return [
    ...counts.flatMap(({ count, key }) =>
      count ? [{ value: String(count), key: count === 1 ? `${key}_one` : key }] : [],
    ),
    ...(hasMoney && given > 0 ? [{ value: money(given), key: 'given' }] : []),
  ]
}

const drawing = createConcurrencyLimiter({ running: 1, waiting: 10 })

/**
 * The picture of a member’s own year. It is not kept anywhere: it has personal data.
 * @throws HttpError `no_period`; `unavailable` if too many pictures are being drawn
 */
export async function findYearPicture(
  payload: Payload,
  member: SignedIn,
  {
    year,
    format,
    hasName,
    hasMoney,
  }: { year: string; format: 'png' | 'svg'; hasName: boolean; hasMoney: boolean },
): Promise<Buffer> {
  const today = await findToday(payload)
  const period = readPeriod(year, today)
  if (!period) throw dashboardError('no_period')
  const venue = await findVenue(payload)
  const content = await findPageContent(payload, { page: 'own-year', venue }, 'published', () => {})
  const { text } = fillInTexts(content.texts, venue)
  const numbers = await findNumbers(payload, member.id, period, today)
  const money = (cents: number) => formatMoney(cents, venue.currency)
  const { attendance } = numbers
  return drawing.run(async () => {
    const svg = drawYear({
      year: await prepareShareText(year),
      name: hasName && member.name ? await prepareShareText(member.name) : null,
      brand: await prepareShareText(venue.brandText),
      figures: await Promise.all(
        figuresOf(numbers, { hasMoney, money }).map(async ({ value, key }) => ({
          value: await prepareShareText(value),
          label: await prepareShareText(text('picture', key)),
        })),
      ),
      rows: await Promise.all(
        (attendance?.rows ?? []).map(async ({ area, cells }) => ({
          label: await prepareShareText(areaName(area)),
          cells: cells.map(({ visits }) => visits / Math.max(1, attendance?.most ?? 1)),
        })),
      ),
      none: await prepareShareText(text('picture', 'none')),
    })
    if (format === 'svg') return Buffer.from(svg)
    return sharp(Buffer.from(svg))
      .png({ palette: true, colours: 32, dither: 0, effort: 4 })
      .toBuffer()
  })
}
