import { createRandomWord } from '../crypto/tokens.ts'
import { maxSlugLength } from './free-slug.ts'
import type { EventStatus, Visibility } from './rules.ts'

const randomCharacters = 12

type Event = Partial<{ slug: string; visibility: Visibility; status: EventStatus }>

/** The end of a slug that may be random characters; null if it can't be. */
const randomEndOf = (slug = ''): string | null =>
  new RegExp(`(^|-)([a-z0-9]{${randomCharacters}})$`).exec(slug)?.[2] ?? null

/**
 * The slug of a secret event, which cannot be guessed. It ends with random characters, and the slugs of the event's
 * dates contain them too. An event keeps the slug under which it was published.
 * @param before the event as it is stored; null for a new event
 * @param after the new values of the event, as far as they were sent
 * @returns `wanted` if the event is not secret, or if its slug already has random characters
 */
export function secretSlug(wanted: string, before: Event | null, after: Event): string {
  const isSecret = (after.visibility ?? before?.visibility) === 'secret'
  if (!isSecret || (before && before.status !== 'draft')) return wanted
  const end = randomEndOf(wanted)
  if (before?.visibility === 'secret' && end && end === randomEndOf(before.slug)) return wanted
  const name = wanted.slice(0, maxSlugLength - randomCharacters - 1).replace(/-$/, '')
  return [name, createRandomWord(randomCharacters)].filter(Boolean).join('-')
}
