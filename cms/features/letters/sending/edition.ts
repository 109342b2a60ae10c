import type { Payload } from 'payload'
import { HttpError } from '../../../platform/http/errors.ts'
import type { MailContent } from '../../../platform/mail/contract.ts'
import { headerText } from '../../../platform/mail/rules.ts'
import { ensureMailPictures } from '../../../platform/media/mail-picture.ts'
import { findGlobalTexts } from '../../content/service.ts'
import { brandingOf } from '../../venue/look/mail-branding.ts'
import { findVenue } from '../../venue/service.ts'
import type { WrittenLetter } from '../contract.ts'
import { isEmpty, type LetterBody, LetterBodyError, parseBody } from '../mail/body.ts'
import { describeMissing, findEmbedded, pictureIds } from '../mail/embedded.ts'
import {
  joinPieces,
  nameForMail,
  type Pieces,
  piecesOf,
  replaceNamePlaceholders,
} from '../mail/personalise.ts'
import { renderEdition } from '../mail/render-edition.ts'
import type { Edition, NewEdition } from '../queries/editions.ts'

/**
 * Makes the edition of a letter, with menus, prices and the venue's facts as they are now.
 * @param letter saved or not
 * @param options.webUrl the URL of the letter's page; null if it has none
 * @throws HttpError `bad_request` with the letter's problem, for its writer
 */
export async function makeEdition(
  payload: Payload,
  letter: WrittenLetter,
  { webUrl }: { webUrl: string | null },
): Promise<NewEdition> {
  const body = requireBody(letter.body)
  if (!headerText(letter.subject)) {
    throw new HttpError('bad_request', 'The letter has no subject yet.')
  }
  const [venue, texts, embedded] = await Promise.all([
    findVenue(payload),
    findGlobalTexts(payload),
    findEmbedded(payload, body, replaceNamePlaceholders),
  ])
  const missing = describeMissing(body, embedded)
  if (missing) throw new HttpError('bad_request', missing)
  await ensureMailPictures(payload, pictureIds(body))
  return renderEdition(
    { ...letter, body },
    {
      branding: brandingOf(venue),
      currency: venue.currency,
      dietLabel: (diet) => ({
        name: texts.global('menu', diet),
        short: texts.global('menu', `${diet}_mark`),
      }),
      embedded,
      webUrl,
    },
  )
}

function requireBody(written: unknown): LetterBody {
  try {
    const body = written ? parseBody(written) : null
    if (!body || isEmpty(body)) throw new LetterBodyError('The letter is empty yet.')
    return body
  } catch (error) {
    if (!(error instanceof LetterBodyError)) throw error
    throw new HttpError('bad_request', error.message)
  }
}

/** What differs between the mails of a letter. */
type Reader = {
  name: string | null
  /** The reader's unsubscribe link; it is not tracked. */
  unsubscribeUrl: string
  /** The reader's link to the notifications page, where they choose what they get; it is not tracked. */
  notificationsUrl: string
  /** Returns the URL that the reader's mail uses for the link `Edition.links[index]`. */
  linkUrl: (index: number) => string
}

// An edition is split at its marks once, and the pieces are joined for each of its readers.
const piecesByEdition = new WeakMap<Edition, Record<'subject' | 'html' | 'text', Pieces>>()

function partsOf(edition: Edition) {
  const split = piecesByEdition.get(edition)
  if (split) return split
  const { subject, html, text } = edition
  const parts = { subject: piecesOf(subject), html: piecesOf(html), text: piecesOf(text) }
  piecesByEdition.set(edition, parts)
  return parts
}

/** The mail that one reader gets. */
export function fillEdition(
  edition: Edition,
  { name, unsubscribeUrl, notificationsUrl, linkUrl }: Reader,
): MailContent {
  const { subject, html, text } = partsOf(edition)
  const shown = nameForMail(name)
  const urls = edition.links.map((_, index) => linkUrl(index))
  const fill = (pieces: Pieces, encode: (text: string) => string) =>
    joinPieces(pieces, (place) => {
      if (place.kind === 'name') return shown ? encode(shown) : place.fallback
      if (place.kind === 'unsubscribe') return encode(unsubscribeUrl)
      return encode(place.kind === 'link' ? (urls[place.index] ?? '') : notificationsUrl)
    })
  const plain = (each: string) => each
  return {
    subject: fill(subject, plain),
    html: fill(html, escapeHtml),
    text: fill(text, plain),
    headers: {},
  }
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
