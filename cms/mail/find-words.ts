import type { Payload } from 'payload'
import { cachedRead } from '../database/cached-read.ts'
import { fillIn } from '../http/fill-in.ts'
import { findMailBranding, type MailBranding } from './branding.ts'
import { mailTextsTag } from './tags.ts'
import type { Plain } from './templates/PlainMail.tsx'
import {
  type MailPart,
  type MailText,
  type MailWords,
  problemIn,
  type WrittenParts,
} from './texts.ts'

/** Words that staff have written, by the mail's key. A part may be missing. `id`: their record */
export type WrittenWords = ReadonlyMap<string, WrittenParts & { id?: number }>

type Values = Record<string, string>

/**
 * The words of a mail, filled in.
 * @param values of its placeholders, beside `{venue}`; or a function that makes them of the venue's name
 */
export type WordsOf = (text: MailText, values?: Values | ((venue: string) => Values)) => Plain

/**
 * The words of every mail, with the venue's branding. What it returns reads nothing more: called before a
 * transaction, it needs no second connection.
 */
export async function findWords(payload: Payload): Promise<WordsOf> {
  const read = () => readWrittenWords(payload)
  const written = await cachedRead('mail texts', [mailTextsTag], read)
  return wordsOf(await findMailBranding(payload), written)
}

/** The texts by staff, read without the cache: the admin's bundle is not told when they change. */
export async function readWrittenWords(payload: Payload): Promise<WrittenWords> {
  const { docs } = await payload.find({ collection: 'mail_texts', pagination: false, depth: 0 })
  return new Map(docs.map((doc) => [doc.mail, doc]))
}

export const wordsOf =
  (branding: MailBranding, written: WrittenWords): WordsOf =>
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

/** Words that a later version of the program does not accept are replaced by the delivered ones. */
export function wordingOf(text: MailText, written: WrittenWords): MailWords {
  const { delivered } = text
  const own = written.get(text.key) ?? {}
  const part = (name: MailPart) => {
    const words = own[name]
    return words && !problemIn(text, name, words) ? words : delivered[name]
  }
  return {
    subject: part('subject'),
    heading: part('heading'),
    opening: part('opening'),
    closing: part('closing'),
  }
}
