import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { databaseOf } from '../../platform/database/query.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { cleanText } from '../../platform/http/texts/clean-text.ts'
import { mailboxOf, parseAddress } from '../../platform/mail/address.ts'
import { storeGuestMessage } from './guest/answers.ts'
import { withEnquiry } from './locked.ts'
import { findEnquiry } from './queries/enquiries.ts'
import { limits } from './rules.ts'
import { readReference } from './token.ts'

/** `POST /api/mail/replies`, signed like the mail service’s other reports. Further fields are ignored. */
export const repliesRequest = z.object({
  /** One that is not complete is ignored, and does not keep away the others. */
  replies: z.array(z.unknown()).max(100),
})
const replyShape = z.object({
  /** The service’s id of the mail: a reply whose id is known is ignored. */
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  from: z.string().max(1000),
  subject: z.string().max(2000),
  /** The text of the mail, without HTML. */
  text: z.string().max(200_000),
})
type Reply = z.output<typeof replyShape>

const isQuoted = (line: string): boolean => line.startsWith('>')

/** What a guest wrote, without the mail to which it replies. */
export function ownWords(text: string): string {
  const lines = cleanText(text.slice(0, 5 * limits.words)).split('\n')
  const marked = lines.findIndex(
    (line, index) =>
      /^-{2,20} ?(original message|forwarded message)/i.test(line.trim()) ||
      (/^(on|am|le|el) .{5,200}:$/i.test(line.trim()) && isQuoted(lines[index + 1] ?? '')),
  )
  const own = marked < 0 ? lines : lines.slice(0, marked)
  while (own.length && (isQuoted(own.at(-1) ?? '') || !own.at(-1)?.trim())) own.pop()
  return own.join('\n').trim().slice(0, limits.words)
}

/**
 * Stores the replies that belong to an enquiry: they have its reference in the subject, and come from its address. All
 * others are ignored, because anybody can write anything into a mail.
 * @returns how many belong to an enquiry
 */
export async function storeReplies(
  req: PayloadRequest,
  replies: readonly unknown[],
): Promise<number> {
  let count = 0
  for (const each of replies) {
    const reply = replyShape.safeParse(each)
    if (reply.success && (await storeReply(req, reply.data))) count++
  }
  return count
}

/** The address in `Jo <jo@guests.example>`. */
const addressIn = (from: string): string => {
  const text = from.trim()
  return text.endsWith('>') ? text.slice(text.lastIndexOf('<') + 1, -1) : text
}

async function storeReply(
  req: PayloadRequest,
  { id: key, from, subject, text }: Reply,
): Promise<boolean> {
  const id = readReference(subject)
  const words = ownWords(text)
  const sender = parseAddress(addressIn(from))
  if (id === null || !words || !sender) return false
  const { email } = (await findEnquiry(databaseOf(req.payload), id)) ?? {}
  // Many write from another spelling of their mailbox, such as without its tag.
  if (!email || mailboxOf(email) !== mailboxOf(sender)) return false
  return withEnquiry(req, id, (db, enquiry) =>
    storeGuestMessage(req, db, enquiry, { key: `reply ${key}`, text: words }),
  ).then(
    () => true,
    (error: unknown) => {
      // An enquiry with too many messages. If the service tried again, nothing would be different.
      if (error instanceof HttpError) return false
      throw error
    },
  )
}
