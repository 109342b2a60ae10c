import { createRandomWord } from '../../../platform/crypto/tokens.ts'
import type { EventStatus, Visibility } from '../rules.ts'
import { maxSlugLength } from './free-slug.ts'

const randomCharacters = 12

type EventFields = Partial<{ slug: string; visibility: Visibility; status: EventStatus }>

/** The last part of a slug if it has the form of random characters; otherwise null. */
const randomEndOf = (slug = ''): string | null =>
  new RegExp(`(^|-)([a-z0-9]{${randomCharacters}})$`).exec(slug)?.[2] ?? null

/**
 * The slug of a secret event, which cannot be guessed. It ends with random characters, and the slugs of the event's
 * dates contain them too. An event keeps the slug under which it was published.
 * @param stored the event before the changes; null for a new event
 * @param changes the new values that were sent
 * @returns `wanted` if the event is not secret, or if its slug already has random characters
 */
export function secretSlug(
  wanted: string,
  stored: EventFields | null,
  changes: EventFields,
): string {
  const isSecret = (changes.visibility ?? stored?.visibility) === 'secret'
  if (!isSecret || (stored && stored.status !== 'draft')) return wanted
  const end = randomEndOf(wanted)
  if (stored?.visibility === 'secret' && end && end === randomEndOf(stored.slug)) return wanted
  const name = wanted.slice(0, maxSlugLength - randomCharacters - 1).replace(/-$/, '')
  return [name, createRandomWord(randomCharacters)].filter(Boolean).join('-')
}
