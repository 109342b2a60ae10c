import { z } from 'zod'
import { plainText, rowId, textLine } from '../../../platform/http/texts/fields.ts'
import { formKeyField } from '../../../platform/http/texts/money-fields.ts'
import { venueAreas } from '../../venue/rules.ts'
import { limits, lostReasons } from '../rules.ts'

/** `version`: of the enquiry that the staff member saw. If it has changed since then, nothing is done. */
const enquiry = z.object({ id: rowId, version: z.int().positive() })
const words = (most: number, missing: string) =>
  plainText
    .max(most, `Write ${most} characters at most.`)
    .transform((text) => text.trim())
    .refine(Boolean, missing)
const optionalWords = plainText
  .max(limits.words)
  .transform((text) => text.trim())
  .default('')

export const changeRequest = enquiry.extend({
  owner: rowId.nullable().optional(),
  due_on: z.iso.date('Choose a day.').nullable().optional(),
})
export const noteRequest = z.object({
  id: rowId,
  key: formKeyField,
  text: words(limits.note, 'Write something first.'),
})
/** What a guest wrote elsewhere, such as in a mail to the house. */
export const mailRequest = enquiry.extend({
  key: formKeyField,
  subject: textLine('The subject', limits.subject).refine(Boolean, 'Write a subject.'),
  text: words(limits.words, 'Write something first.'),
})

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a time, such as 14:00.')
const cents = z.int('Write an amount, for example 4.95.')
export const quoteRequest = enquiry.extend({
  key: formKeyField,
  area: z.enum(venueAreas, 'Choose a space.'),
  day: z.iso.date('Choose a day.'),
  from: clock,
  /** Not after `from`: on the next day. */
  until: clock,
  lines: z
    .array(
      z.object({
        text: textLine('A line', limits.line).refine(Boolean, 'Say what each line is for.'),
        quantity: z.int('Write a whole number.').min(1).max(limits.quantity),
        cents: cents.min(-limits.cents).max(limits.cents),
        vat_percent: z.number('Write the VAT in percent.').min(0).max(50),
      }),
    )
    .min(1, 'A quote has at least one line.')
    .max(limits.lines),
  deposit: cents.min(0).max(limits.cents),
  valid_until: z.iso.date('Choose until which day it is valid.'),
  words: optionalWords,
  /** Whether the space is held until then. */
  holds: z.boolean().default(true),
})
export type QuoteRequest = z.output<typeof quoteRequest>
export const actRequest = enquiry
export const loseRequest = enquiry.extend({
  reason: z.enum(lostReasons, 'Say why.'),
  words: optionalWords,
  /** Whether a deposit that was paid is given back. */
  refund: z.boolean().default(false),
})
export const eraseRequest = z.object({ id: rowId })
export type ActReply = { id: number; version: number }
export type EventReply = ActReply & { event: number }
