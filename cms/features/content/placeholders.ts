import { fillIn } from '../../platform/http/texts/fill-in.ts'
import { addressLine } from '../venue/address-line.ts'
import type { Venue } from '../venue/contract.ts'
import type { PageTexts } from './fallback-texts.ts'

export type VenueFacts = Pick<Venue, 'productName' | 'contact'>

// The placeholders that texts may contain, such as `Ring {phone}.`, and the facts that replace them.
const facts: Record<string, (venue: VenueFacts) => string> = {
  product: ({ productName }) => productName,
  phone: ({ contact }) => contact.phone,
  email: ({ contact }) => contact.email,
  address: ({ contact }) => addressLine(contact),
  town: ({ contact }) => contact.locality,
}

export const placeholderNames = Object.keys(facts)

/** The value of each placeholder. */
export const placeholdersOf = (venue: VenueFacts): Record<string, string> =>
  Object.fromEntries(Object.entries(facts).map(([name, read]) => [name, read(venue)]))

/** The texts of a page with their placeholders replaced. */
export function fillInTexts(raw: PageTexts, venue: VenueFacts): PageTexts {
  const values = placeholdersOf(venue)
  return {
    text: (section, key) => fillIn(raw.text(section, key), values),
    global: (section, key) => fillIn(raw.global(section, key), values),
  }
}

/**
 * A fallback text without the lines whose placeholders have no value, and without a line such as `Ring us:` that would
 * introduce nothing. A missing town leaves out only itself.
 */
export function withoutMissingFacts(text: string, venue: VenueFacts): string {
  const values = placeholdersOf(venue)
  const missing = placeholderNames.filter((name) => !values[name])
  const isIncomplete = (line: string) => missing.some((name) => line.includes(`{${name}}`))
  if (!isIncomplete(text)) return text
  const rest = missing.includes('town') ? text.replace(/(,| in| –) \{town\}/g, '') : text
  const lines = rest.split('\n').filter((line) => !isIncomplete(line))
  return lines.filter((line, index) => !line.endsWith(':') || lines[index + 1]).join('\n')
}
