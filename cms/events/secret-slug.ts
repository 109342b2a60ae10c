import { createRandomWord } from '../crypto/tokens.ts'
import { longestSlug } from './free-slug.ts'
import type { EventStatus, Visibility } from './rules.ts'

const randomCharacters = 12

type Event = Partial<{ slug: string; visibility: Visibility; status: EventStatus }>

const endOf = (slug = '') => slug.slice(slug.lastIndexOf('-'))

/**
 * The address of a secret event, which cannot be guessed: it has random characters at its end, and its dates have them
 * too. An event keeps the address under which it was published.
 * @param before the event as it is stored; null: a new one
 * @param after its new values, as far as they were sent
 * @returns the wanted address if the event is not secret, or has random characters already
 */
export function secretSlug(wanted: string, before: Event | null, after: Event): string {
  const isSecret = (after.visibility ?? before?.visibility) === 'secret'
  if (!isSecret || (before && before.status !== 'draft')) return wanted
  const hasRandomEnd = before?.visibility === 'secret' && endOf(before.slug) === endOf(wanted)
  if (hasRandomEnd) return wanted
  const name = wanted.slice(0, longestSlug - randomCharacters - 1).replace(/-$/, '')
  return [name, createRandomWord(randomCharacters)].filter(Boolean).join('-')
}
