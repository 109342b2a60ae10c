import type { Venue } from '../cms/features/venue/contract.ts'

export type Piece = { text: string; href?: string }

/** Splits a text into pieces. Email addresses and the venue's phone number are pieces with a link. */
export function linkedPieces(text: string, { contact }: Pick<Venue, 'contact'>): Piece[] {
  return text.split(patternOf(contact)).flatMap((piece, index) => {
    if (!piece) return []
    if (index % 2 === 0) return [{ text: piece }]
    return [{ text: piece, href: piece.includes('@') ? `mailto:${piece}` : phoneLink(piece) }]
  })
}

const patterns = new WeakMap<Venue['contact'], RegExp>()

function patternOf(contact: Venue['contact']): RegExp {
  const known = patterns.get(contact)
  if (known) return known
  const contacts = [contact.email, contact.phone].filter(Boolean)
  const escaped = contacts.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(
    `(${[...escaped, '(?<![\\w.+-])[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+'].join('|')})`,
  )
  patterns.set(contact, pattern)
  return pattern
}

/** The link of a phone number. It omits the trunk zero of `+44 (0)114 …`, which is dialled only without `+44`. */
export const phoneLink = (phone: string): string =>
  `tel:${phone.replace(/^(\s*\+.*?)\(0\)/, '$1').replace(/[^\d+]/g, '')}`
