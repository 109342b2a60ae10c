import { headerText } from '../../../platform/mail/rules.ts'
import { namePlaceholder } from './placeholders.ts'

// A mark stands for text that differs between the mails of a letter. It is enclosed in two private-use
// characters. `clean` in body.ts and `withoutMarks` remove these characters from what people write.
const markStart = '\ue000'
const markEnd = '\ue001'

/** The word for readers without a name, unless the placeholder in the letter has its own fallback. */
const defaultFallback = 'friend'

/** A part of a letter that differs between readers. */
type Place =
  | { kind: 'name'; fallback: string }
  | { kind: 'link'; index: number }
  | { kind: 'unsubscribe' }
  | { kind: 'notifications' }

export const linkMark = (index: number): string => `${markStart}l${index}${markEnd}`

/** The mark of the unsubscribe link. */
export const unsubscribeMark = `${markStart}u${markEnd}`

/** The mark of the link to the notifications page. */
export const notificationsMark = `${markStart}c${markEnd}`

/** Text without the characters that enclose marks. */
export const withoutMarks = (text: string): string => text.replaceAll(/[\ue000\ue001]/g, '')

/** Replaces `{name}` and `{name|neighbour}` by marks. */
export const replaceNamePlaceholders = (text: string): string =>
  text.replace(
    namePlaceholder,
    (_, fallback?: string) => `${markStart}n${fallback?.trim() || defaultFallback}${markEnd}`,
  )

/** A text split at its marks: the mark `places[i]` is between `texts[i]` and `texts[i + 1]`. */
export type Pieces = { texts: string[]; places: Place[] }

export function piecesOf(text: string): Pieces {
  const parts = text.split(/\ue000([^\ue000\ue001]*)\ue001/)
  return {
    texts: parts.filter((_, index) => index % 2 === 0),
    places: parts.filter((_, index) => index % 2 === 1).map(placeOf),
  }
}

function placeOf(mark: string): Place {
  if (mark.startsWith('n')) return { kind: 'name', fallback: mark.slice(1).replace(/\s+/g, ' ') }
  if (mark.startsWith('l')) return { kind: 'link', index: Number(mark.slice(1)) }
  return mark === 'c' ? { kind: 'notifications' } : { kind: 'unsubscribe' }
}

/** Joins a split text; `fill` returns the text of each place. */
export function joinPieces({ texts, places }: Pieces, fill: (place: Place) => string): string {
  let text = texts[0] ?? ''
  places.forEach((place, index) => {
    text += fill(place) + (texts[index + 1] ?? '')
  })
  return text
}

/** Fills in a text for no particular reader: names become their fallbacks, links become empty. */
export const withFallbackNames = (text: string): string =>
  joinPieces(piecesOf(text), (place) => (place.kind === 'name' ? place.fallback : ''))

/** A subject for readers: a function of the reader's name if the subject contains the name. */
export function subjectForReaders(text: string): string | ((name: string | null) => string) {
  const pieces = piecesOf(text)
  if (!pieces.places.some(({ kind }) => kind === 'name')) return withFallbackNames(text)
  return (name) => {
    const shown = nameForMail(name)
    return joinPieces(pieces, (place) => (place.kind === 'name' ? (shown ?? place.fallback) : ''))
  }
}

/**
 * A reader's name for use in a mail; null if there is none or it is rejected. Anybody may have typed it, so direction
 * marks are removed and line breaks become spaces. A name with markup, or with a part that mail programs turn into a
 * link, is rejected.
 */
export function nameForMail(name: string | null): string | null {
  const bare = headerText(
    withoutMarks(name ?? '').replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ''),
  )
  return bare && !/[@/\\<>{}]|\bwww\.|\p{L}\.\p{L}{2}/iu.test(bare) ? bare : null
}
