import type { Payload } from 'payload'
import { findGlobalTexts } from '../content/service.ts'
import { HttpError } from '../http/errors.ts'
import type { MailContent } from '../mail/contract.ts'
import { houseOf } from '../mail/house.ts'
import { headerText } from '../mail/rules.ts'
import { keepMailPictures } from '../media/mail-picture.ts'
import { findVenue } from '../venue/service.ts'
import { BodyFault, isEmpty, type LetterBody, parseBody } from './body.ts'
import { composeEdition, type Edition, type FreshEdition } from './compose.ts'
import type { WrittenLetter } from './contract.ts'
import { findMaterial, pictureIds, whatIsGone } from './material.ts'
import { callable, joined, type Pieces, piecesOf, withNameMarks } from './personal.ts'

export type { Edition, FreshEdition }

/**
 * Makes a mail of what is written, with menus, prices and facts as they are now.
 * @param written saved or not
 * @param options.webAddress where the letter can be read in a browser, null where nowhere
 * @throws HttpError `bad_request` with what is missing in it, for whoever wrote it
 */
export async function writeEdition(
  payload: Payload,
  written: WrittenLetter,
  { webAddress }: { webAddress: string | null },
): Promise<FreshEdition> {
  const body = readableBody(written.body)
  if (!headerText(written.subject)) {
    throw new HttpError('bad_request', 'The letter has no subject yet.')
  }
  const [venue, texts, material] = await Promise.all([
    findVenue(payload),
    findGlobalTexts(payload),
    findMaterial(payload, body, withNameMarks),
  ])
  const gone = whatIsGone(body, material)
  if (gone) throw new HttpError('bad_request', gone)
  await keepMailPictures(payload, pictureIds(body))
  return composeEdition(
    { ...written, body },
    {
      house: houseOf(venue),
      currency: venue.currency,
      marks: (diet) => ({
        name: texts.global('menu', diet),
        short: texts.global('menu', `${diet}_mark`),
      }),
      material,
      webAddress,
    },
  )
}

function readableBody(written: unknown): LetterBody {
  try {
    const body = written ? parseBody(written) : null
    if (!body || isEmpty(body)) throw new BodyFault('The letter is empty yet.')
    return body
  } catch (error) {
    if (!(error instanceof BodyFault)) throw error
    throw new HttpError('bad_request', error.message)
  }
}

/** What differs from mail to mail. */
export type Reader = {
  name: string | null
  /** The link by which they leave; it is never counted. */
  leaveUrl: string
  /** What the link of that number leads to. */
  linkUrl: (index: number) => string
}

// Each edition is split once, and joined for each of its readers.
const split = new WeakMap<Edition, Record<'subject' | 'html' | 'text', Pieces>>()

function partsOf(edition: Edition) {
  const known = split.get(edition)
  if (known) return known
  const { subject, html, text } = edition
  const parts = { subject: piecesOf(subject), html: piecesOf(html), text: piecesOf(text) }
  split.set(edition, parts)
  return parts
}

/** An edition as one reader gets it. */
export function fillEdition(edition: Edition, { name, leaveUrl, linkUrl }: Reader): MailContent {
  const { subject, html, text } = partsOf(edition)
  const called = callable(name)
  const urls = edition.links.map((_, index) => linkUrl(index))
  const fill = (pieces: Pieces, written: (text: string) => string) =>
    joined(pieces, (place) => {
      if (place.kind === 'name') return called ? written(called) : place.otherwise
      return written(place.kind === 'leave' ? leaveUrl : (urls[place.index] ?? ''))
    })
  const asTyped = (each: string) => each
  return {
    subject: fill(subject, asTyped),
    html: fill(html, inHtml),
    text: fill(text, asTyped),
    headers: {},
  }
}

const inHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
