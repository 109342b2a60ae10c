import type { Payload } from 'payload'
import { databaseOf } from '../database/query.ts'
import { parseBody } from './body.ts'
import { findEmbedded } from './embedded.ts'
import { forEverybody, withNameMarks } from './personalise.ts'
import { findLetterBySlug, type PublicLetter } from './queries/editions.ts'
import { type Elements, firstWords, renderBody } from './render-body.tsx'
import { longest } from './rules.ts'

/**
 * The letter with a page at `/letters/{slug}`; null if there is none. `lettersTag` invalidates the
 * page.
 */
export const findPublicLetter = (payload: Payload, slug: string): Promise<PublicLetter | null> =>
  findLetterBySlug(databaseOf(payload), slug)

/** Renders a public letter, without a reader's name and with the menus as they were printed. */
export async function renderPublicLetter<Part>(
  payload: Payload,
  { subject, preheader, body: written, menus }: PublicLetter,
  elements: Elements<Part>,
): Promise<{ title: string; lead: string; parts: Part[] }> {
  const body = parseBody(written)
  const found = await findEmbedded(payload, body, (text) => forEverybody(withNameMarks(text)))
  const printed = [...menus]
  const embedded = { ...found, menus: () => printed.shift() ?? [] }
  return {
    title: embedded.text(subject),
    lead: embedded.text(preheader || firstWords(body, longest.preheader)),
    parts: renderBody(body, elements, embedded),
  }
}
