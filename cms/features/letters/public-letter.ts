import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { fillIn } from '../../platform/http/texts/fill-in.ts'
import { placeholdersOf } from '../content/placeholders.ts'
import { findVenue } from '../venue/service.ts'
import { parseBody } from './mail/body.ts'
import { findEmbedded } from './mail/embedded.ts'
import { replaceNamePlaceholders, withFallbackNames } from './mail/personalise.ts'
import { type Elements, firstWords, renderBody } from './mail/render-body.tsx'
import {
  countListedLetters,
  findLetterBySlug,
  findListedLetters,
  findSubjectsBySlug,
  type PublicLetter,
} from './queries/editions.ts'
import { maxLengths } from './rules.ts'

/**
 * The letter with a page at `/letters/{slug}`; null if there is none. `lettersTag` invalidates the
 * page.
 */
export const findPublicLetter = (payload: Payload, slug: string): Promise<PublicLetter | null> =>
  findLetterBySlug(databaseOf(payload), slug)

/** Renders a public letter, without a reader's name and with the menus as they were when it was sent. */
export async function renderPublicLetter<Part>(
  payload: Payload,
  { subject, preheader, body: written, menus, sentAt }: PublicLetter,
  elements: Elements<Part>,
): Promise<{ title: string; lead: string; parts: Part[] }> {
  const body = parseBody(written)
  const found = await findEmbedded(
    payload,
    body,
    (text) => withFallbackNames(replaceNamePlaceholders(text)),
    { at: sentAt },
  )
  const sentMenus = [...menus]
  const embedded = { ...found, menus: () => sentMenus.shift() ?? [] }
  return {
    title: embedded.text(subject),
    lead: embedded.text(preheader || firstWords(body, maxLengths.preheader)),
    parts: renderBody(body, elements, embedded),
  }
}

/** How many letters one page of the list shows. */
const perPage = 20

/** The titles of letters that have a page, by slug. */
export async function findPublicTitles(
  payload: Payload,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [letters, venue] = await Promise.all([
    findSubjectsBySlug(databaseOf(payload), slugs),
    findVenue(payload),
  ])
  const facts = placeholdersOf(venue)
  return new Map(letters.map(({ slug, subject }) => [slug, fillForPublic(subject, facts)]))
}

/** Fills in a text for the site: placeholders of the reader's name become their fallbacks. */
const fillForPublic = (text: string, facts: ReturnType<typeof placeholdersOf>): string =>
  withFallbackNames(replaceNamePlaceholders(fillIn(text, facts)))

/** How many pages the list of public letters has; at least 1. */
export const countArchivePages = async (payload: Payload): Promise<number> =>
  Math.max(1, Math.ceil((await countListedLetters(databaseOf(payload))) / perPage))

export type ListedLetter = { slug: string; title: string; lead: string; sentAt: Date }

/**
 * A page of the list of public letters, newest first. `lettersTag` invalidates it.
 * @param page counted from 1
 */
export async function listPublicLetters(payload: Payload, page: number): Promise<ListedLetter[]> {
  const range = { limit: perPage, offset: (page - 1) * perPage }
  const [letters, venue] = await Promise.all([
    findListedLetters(databaseOf(payload), range),
    findVenue(payload),
  ])
  const facts = placeholdersOf(venue)
  return letters.map(({ slug, subject, preheader, body, sentAt }) => ({
    slug,
    sentAt,
    title: fillForPublic(subject, facts),
    lead: fillForPublic(preheader || firstWords(parseBody(body), maxLengths.preheader), facts),
  }))
}
