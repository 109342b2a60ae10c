import type { Payload } from 'payload'
import { fillIn } from '../../platform/http/texts/fill-in.ts'
import { mediaTag } from '../../platform/media/tags.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { createRepeatFilter } from '../../platform/runtime/log/repeats.ts'
import type { PageKey } from '../texts.ts'
import type { Venue } from '../venue/contract.ts'
import {
  type AreaStatus,
  areaStatus,
  type LocalMoment,
  localMoment,
  minutesToNextChange,
} from '../venue/hours/opening-hours.ts'
import type { ColorPage } from '../venue/look/inks.ts'
import { findVenue } from '../venue/service.ts'
import { venueTags } from '../venue/tags.ts'
import type { Positioning } from './contract.ts'
import { type PageTexts, venueKeysOf } from './fallback-texts.ts'
import { type ChosenPictures, findAllChosenPictures, withAllChosen } from './pictures.ts'
import { fillInTexts, placeholdersOf } from './placeholders.ts'
import {
  type ContentState,
  fallbackTexts,
  findPageContent,
  type PageContent,
  type Question,
} from './service.ts'
import { type StaffView, trackReads, viewOf } from './staff-view.ts'
import { contentTags } from './tags.ts'

export type OpenPage = PageTexts &
  Pick<PageContent, 'hasKey'> & {
    payload: Payload
    key: PageKey
    /** The page whose colours this page uses, if this page has no colours of its own. */
    colours?: ColorPage
    /** The venue, with the pictures that editors chose. */
    venue: Venue
    /** The moment of rendering, on the venue's clock. */
    now: LocalMoment
    /** Whether each area is open at the moment of rendering. The page expires at the next change. */
    status: AreaStatus[]
    /**
     * The time until which `status` is valid, in milliseconds since 1970. At this time an area opens or closes, or the
     * day ends.
     */
    statusUntil: number
    /** The page's questions and answers, in order. */
    questions: Question[]
    pictures: ChosenPictures
    positionOf: (section: string, key: string, global?: boolean) => Positioning | undefined
    /** Whether only the venue itself can fill the section (see `venueKeysOf`), and has not yet. */
    isUnwritten: (section: string) => boolean
    /** Whether a block with these sections is rendered. Staff who edit see every block, visitors none that is empty. */
    shows: (...sections: string[]) => boolean
    /** A text split at empty lines. */
    paragraphs: (section: string, key: string) => string[]
    /** Null for visitors. */
    staff: StaffView | null
  }

/**
 * Reads everything that a page needs: the venue and the page's content. Makes no query if both are cached.
 * Adds the page's cache tags and maximum age to `locals.notes`.
 */
export async function openPage(
  payload: Payload,
  locals: App.Locals,
  page: PageKey,
): Promise<OpenPage> {
  const { view, contentState } = viewOf(locals.page)
  const warn = warnOf(page)
  const storedVenue = await findVenue(payload)
  const read = (state: ContentState) =>
    findPageContent(payload, { page, venue: storedVenue }, state, warn)
  const content = await read(contentState)
  const publishedPictures = await findAllChosenPictures(payload).catch((error: unknown) => {
    warn(error)
    return {}
  })
  const venue = withAllChosen(storedVenue, publishedPictures, page, content.pictures)
  const current = view?.mode === 'history' ? await read('published') : null
  const published = current && {
    ...fillInTexts(current.texts, venue),
    pictures: current.pictures,
  }
  const filled = fillInTexts(content.texts, venue)
  const texts = view?.mode === 'edit' ? trackReads(filled, view.readNames) : filled
  const nowMs = Date.now()
  const now = localMoment(new Date(nowMs), venue.timeZone)
  // The page changes at midnight too: “opens tomorrow” becomes “opens today”.
  const minutesToMidnight = 24 * 60 - now.minutes
  const validMinutes = Math.min(
    minutesToNextChange(venue.hours, now) ?? minutesToMidnight,
    minutesToMidnight,
  )
  const { notes } = locals
  for (const tag of pageTags(page)) notes.tags.add(tag)
  // One minute less, because the current minute has already begun.
  notes.maxAgeMs = Math.min(notes.maxAgeMs, Math.max(1, validMinutes - 1) * 60_000)
  const isUnwritten = (section: string) => {
    const keys = venueKeysOf(page, section)
    return keys.length > 0 && !keys.some((key) => filled.text(section, key))
  }
  return {
    ...texts,
    shows: (...sections) => view?.mode === 'edit' || !sections.every(isUnwritten),
    isUnwritten,
    hasKey: content.hasKey,
    payload,
    key: page,
    venue,
    now,
    statusUntil: (Math.floor(nowMs / 60_000) + validMinutes) * 60_000,
    status: venue.hours.areas.map(({ area }) => areaStatus(venue.hours, area, now)),
    questions: fillInQuestions(content.questions, venue),
    pictures: content.pictures,
    positionOf: (section, key, global) =>
      content.positionOf(global ? 'global' : page, section, key),
    paragraphs: (section, key) =>
      texts
        .text(section, key)
        .split(/\n{2,}/)
        .filter(Boolean),
    staff: view && { ...view, published },
  }
}

// During an outage every page fails to read its texts. Repeated errors are counted and not logged one by one.
const isNewError = createRepeatFilter(5000, (kind, repeated) =>
  log.warn({ repeated, kind }, 'an error was repeated'),
)
const warnOf = (page: PageKey) => (error: unknown) => {
  if (!isNewError(error instanceof Error ? error.message.slice(0, 200) : '')) return
  log.warn({ err: error, page }, 'texts could not be read; fallback texts are shown')
}

const pageTags = (page: PageKey) => [
  venueTags.venue,
  mediaTag,
  contentTags.pictures,
  contentTags.page(page),
  contentTags.everyPage,
]

/** The published texts of a page other than the page that is rendered. */
export async function textsOf({ payload, venue }: OpenPage, page: PageKey): Promise<PageTexts> {
  const content = await findPageContent(payload, { page, venue }, 'published', warnOf(page))
  return fillInTexts(content.texts, venue)
}

function fillInQuestions(questions: Question[], venue: Venue): Question[] {
  const values = placeholdersOf(venue)
  return questions.map(({ id, question, answer }) => ({
    id,
    question: fillIn(question, values),
    answer: fillIn(answer, values),
  }))
}

/** Reads what the error page needs. The error page is rendered in advance, with fallback texts. */
export async function openErrorPage(payload: Payload): Promise<Pick<OpenPage, 'venue' | 'text'>> {
  const venue = await findVenue(payload)
  return { venue, text: fillInTexts(fallbackTexts({ page: 'error', venue }), venue).text }
}
