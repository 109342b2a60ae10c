import type { Venue } from '../venue/contract.ts'
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

/** A text as visitors read it. Braces around anything but a fact's name are shown as typed. */
export function fillIn(text: string, venue: Facts): string {
  return text.replace(/\{(\w+)\}/g, (typed, name: string) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    return fact ? fact(venue) : typed
  })
}

/** The texts of a page with the venue's facts in their places. */
export const filledIn = (raw: PageTexts, venue: Facts): PageTexts => ({
  text: (section, key) => fillIn(raw.text(section, key), venue),
  global: (section, key) => fillIn(raw.global(section, key), venue),
})
