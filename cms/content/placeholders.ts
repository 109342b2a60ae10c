import type { Venue } from '../venue/contract.ts'
import { fillIn } from './fill-in.ts'
import type { PageTexts } from './service.ts'

type Facts = Pick<Venue, 'productName' | 'contact'>

/**
 * What a text may name of the venue, written in braces: `Ring {phone}.` A text that does stays true
 * when the venue's record changes. This list is all there is.
 */
const facts: Record<string, (venue: Facts) => string> = {
  product: ({ productName }) => productName,
  phone: ({ contact }) => contact.phone,
  email: ({ contact }) => contact.email,
  /** In one line. */
  address: ({ contact: { street, locality, postcode } }) =>
    [...street.split('\n'), `${locality} ${postcode}`]
      .map((line) => line.trim())
      .filter(Boolean)
      .join(', '),
  town: ({ contact }) => contact.locality,
}

/** What texts can name of the venue. */
export const placeholderNames = Object.keys(facts)

/** The venue's facts by the names that texts call them. */
export const placeholdersOf = (venue: Facts): Record<string, string> =>
  Object.fromEntries(Object.entries(facts).map(([name, read]) => [name, read(venue)]))

/** The texts of a page with the venue's facts in their places. */
export function filledIn(raw: PageTexts, venue: Facts): PageTexts {
  const values = placeholdersOf(venue)
  return {
    text: (section, key) => fillIn(raw.text(section, key), values),
    global: (section, key) => fillIn(raw.global(section, key), values),
  }
}
