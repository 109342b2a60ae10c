import { headerText } from '../mail/rules.ts'
import { asksName } from './placeholders.ts'

// Letters that nobody can type enclose what differs from mail to mail; `clean` in body.ts and
// `withoutMarks` keep them out of what people write.
const opens = '\ue000'
const closes = '\ue001'

/** What a reader is called whose name we don’t know, where the letter says nothing else. */
export const nameless = 'friend'

/** A place in a letter that is filled for each reader. */
type Place =
  | { kind: 'name'; otherwise: string }
  | { kind: 'link'; index: number }
  | { kind: 'leave' }

/** What stands in the place of a link until it is known whose mail it is. */
export const linkMark = (index: number): string => `${opens}l${index}${closes}`

/** The same for the link by which its reader leaves. */
export const leaveMark = `${opens}u${closes}`

/** Text without what would be taken for a place. */
export const withoutMarks = (text: string): string => text.replaceAll(/[\ue000\ue001]/g, '')

/** A text with a place wherever its writer asked for the reader’s name: `{name}`, `{name|neighbour}`. */
export const withNameMarks = (text: string): string =>
  text.replace(
    asksName,
    (_, otherwise?: string) => `${opens}n${otherwise?.trim() || nameless}${closes}`,
  )

/** A text in pieces: what is the same for everyone, and between each two of them a place. */
export type Pieces = { same: string[]; places: Place[] }

export function piecesOf(text: string): Pieces {
  const parts = text.split(/\ue000([^\ue001]*)\ue001/)
  return {
    same: parts.filter((_, index) => index % 2 === 0),
    places: parts.filter((_, index) => index % 2 === 1).map(placeOf),
  }
}

function placeOf(mark: string): Place {
  if (mark.startsWith('n')) return { kind: 'name', otherwise: mark.slice(1).replace(/\s+/g, ' ') }
  return mark.startsWith('l') ? { kind: 'link', index: Number(mark.slice(1)) } : { kind: 'leave' }
}

/** Puts the pieces together with what `fill` says of each place. */
export function joined({ same, places }: Pieces, fill: (place: Place) => string): string {
  let text = same[0] ?? ''
  places.forEach((place, index) => {
    text += fill(place) + (same[index + 1] ?? '')
  })
  return text
}

/** A text with places as it is read where there is no reader yet. */
export const forEverybody = (text: string): string =>
  joined(piecesOf(text), (place) => (place.kind === 'name' ? place.otherwise : ''))

/**
 * A reader’s name as it may stand in a mail; null where there is none. A name was typed by somebody,
 * not always its owner: what would turn the line round, begin another one, or be made a link by a
 * mail program is no name.
 */
export function callable(name: string | null): string | null {
  const bare = headerText(
    withoutMarks(name ?? '').replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ''),
  )
  return bare && !/[@/\\<>{}]|\bwww\.|\p{L}\.\p{L}{2}/iu.test(bare) ? bare : null
}
