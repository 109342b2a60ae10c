import { getPayload, type Payload } from 'payload'
import config from '../../payload.config.ts'
import { log } from '../log.ts'
import { tags } from '../tags.ts'
import type { Venue } from '../venue/contract.ts'
import {
  type AreaStatus,
  areaStatus,
  type LocalMoment,
  localMoment,
  minutesToNextChange,
} from '../venue/opening-hours.ts'
import { findVenue } from '../venue/service.ts'
import { filledIn } from './placeholders.ts'
import type { PageKey } from './routes.ts'
import { findPageTexts, type PageTexts, textsInCode } from './service.ts'

export type OpenPage = PageTexts & {
  payload: Payload
  page: PageKey
  venue: Venue
  /** The moment of rendering, on the venue's clock. */
  now: LocalMoment
  /** What is open at that moment; the page is kept no longer than this is true. */
  status: AreaStatus[]
  /** The texts as they were written, with the names of the venue's facts: what an editor changes. */
  raw: PageTexts
  /** A text split where a line is left empty. */
  paragraphs: (section: string, key: string) => string[]
}

/**
 * Everything a public page starts from: the venue and the page's texts, at most one query when the
 * venue is in memory. Notes what the page was made from and for how long it stays true.
 */
export async function openPage(locals: App.Locals, page: PageKey): Promise<OpenPage> {
  const payload = await getPayload({ config })
  const venue = await findVenue(payload)
  const raw = await findPageTexts(payload, page, (error) =>
    log.warn({ err: error, page }, 'texts could not be read; those in code are shown'),
  )
  const texts = filledIn(raw, venue)
  const now = localMoment(new Date(), venue.timeZone)
  // At midnight what opens tomorrow opens today.
  const untilMidnight = 24 * 60 - now.minutes
  const change = Math.min(minutesToNextChange(venue.hours, now) ?? untilMidnight, untilMidnight)
  const { notes } = locals
  for (const tag of [tags.venue, tags.media, tags.content(page), tags.globalContent]) {
    notes.tags.add(tag)
  }
  // To the full minute: the clock may already be some seconds into this one.
  notes.maxAgeMs = Math.min(notes.maxAgeMs, Math.max(1, change - 1) * 60_000)
  return {
    ...texts,
    raw,
    payload,
    page,
    venue,
    now,
    status: venue.hours.areas.map(({ area }) => areaStatus(venue.hours, area, now)),
    paragraphs: (section, key) =>
      texts
        .text(section, key)
        .split(/\n{2,}/)
        .filter(Boolean),
  }
}

/**
 * What the page of a failure starts from. Its texts come from the code: it is made beforehand, and
 * shown when none can be read.
 */
export async function openFailure(): Promise<Pick<OpenPage, 'venue' | 'text'>> {
  const venue = await findVenue(await getPayload({ config }))
  return { venue, text: filledIn(textsInCode('error'), venue).text }
}
