import { fillIn } from '../http/fill-in.ts'
import { addressLine } from '../venue/address-line.ts'
import type { Venue } from '../venue/contract.ts'
import type { PageTexts } from './service.ts'

type Facts = Pick<Venue, 'productName' | 'contact'>

// The placeholders that texts may contain, such as `Ring {phone}.`, and the facts that replace them.
const facts: Record<string, (venue: Facts) => string> = {
  product: ({ productName }) => productName,
  phone: ({ contact }) => contact.phone,
  email: ({ contact }) => contact.email,
  address: ({ contact }) => addressLine(contact),
  town: ({ contact }) => contact.locality,
}

export const placeholderNames = Object.keys(facts)

/** The value of each placeholder. */
export const placeholdersOf = (venue: Facts): Record<string, string> =>
  Object.fromEntries(Object.entries(facts).map(([name, read]) => [name, read(venue)]))

/** The texts of a page with their placeholders replaced. */
export function fillInTexts(raw: PageTexts, venue: Facts): PageTexts {
  const values = placeholdersOf(venue)
  return {
    text: (section, key) => fillIn(raw.text(section, key), values),
    global: (section, key) => fillIn(raw.global(section, key), values),
  }
}
