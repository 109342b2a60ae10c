import type { Payload } from 'payload'
import { cachedRead } from '../database/cached-read.ts'
import { fillIn } from '../http/texts/fill-in.ts'
import { findMailBranding, type MailBranding } from './branding.ts'
import { mailTextsTag } from './tags.ts'
import type { PlainMailProps } from './templates/PlainMail.tsx'
import {
  type MailPart,
  type MailText,
  type MailWords,
  problemIn,
  type WrittenParts,
} from './texts.ts'

/** Texts that staff have written, by the mail's key. A part may be missing. `id`: the id of their record. */
export type WrittenWords = ReadonlyMap<string, WrittenParts & { id?: number }>

type Values = Record<string, string>

/**
 * Returns the text of a mail with its placeholders replaced.
 * @param values values of the placeholders other than `{venue}`, or a function that makes them from the
 *   venue's name
 */
export type MailTextFiller = (
  text: MailText,
  values?: Values | ((venue: string) => Values),
) => PlainMailProps

/**
 * Loads the texts of all mails and the venue's branding. The returned function does not read the database,
 * so it can be called in a transaction without a second connection.
 */
export async function findMailTextFiller(payload: Payload): Promise<MailTextFiller> {
  const read = () => readWrittenWords(payload)
  const written = await cachedRead('mail texts', [mailTextsTag], read)
  return createMailTextFiller(await findMailBranding(payload), written)
}

/**
 * The texts that staff have written. Reads them without the cache, because the cache is out of date for a moment after
 * a change.
 */
export async function readWrittenWords(payload: Payload): Promise<WrittenWords> {
  const { docs } = await payload.find({ collection: 'mail_texts', pagination: false, depth: 0 })
  return new Map(docs.map((doc) => [doc.mail, doc]))
}

export const createMailTextFiller =
  (branding: MailBranding, written: WrittenWords): MailTextFiller =>
  (text, values = {}) => {
    const { name: venue } = branding
    const all = { venue, ...(typeof values === 'function' ? values(venue) : values) }
    const { subject, heading, opening, closing } = wordingOf(text, written)
    const filled = (words: string) =>
      fillIn(words, all)
        .replaceAll(/[\t\r ]+/g, ' ')
        .trim()
    return {
      branding,
      subject: filled(subject),
      heading: filled(heading),
      paragraphs: opening.split('\n').map(filled).filter(Boolean),
      note: filled(closing),
    }
  }

/** The texts of a mail. A part that staff have not written, or that has a problem, is the default text. */
export function wordingOf(text: MailText, written: WrittenWords): MailWords {
  const { defaultText } = text
  const writtenParts = written.get(text.key) ?? {}
  const part = (name: MailPart) => {
    const words = writtenParts[name]
    return words && !problemIn(text, name, words) ? words : defaultText[name]
  }
  return {
    subject: part('subject'),
    heading: part('heading'),
    opening: part('opening'),
    closing: part('closing'),
  }
}
