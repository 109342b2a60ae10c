import { z } from 'zod'
import { emailField, phoneField, plainText, textLine } from '../../../platform/http/texts/fields.ts'
import { amountField, formKeyField } from '../../../platform/http/texts/money-fields.ts'
import { interests } from '../../newsletter/rules.ts'
import { dayParts, limits, withoutThousands } from '../rules.ts'

const peopleProblem = 'Say about how many of you there are, as a number.'
const emptyAsNull = (value: unknown) => (value === '' ? null : (value ?? null))
const amountOrNull = (value: unknown) =>
  emptyAsNull(typeof value === 'string' ? withoutThousands(value) : value)
const budgetProblem = 'Your budget: write one number, such as 2000, or leave it empty.'
const budgetAmount = amountField({ min: 1, max: limits.budgetCents }).nullable()
const budgetField = z.unknown().transform((value, context) => {
  const { success, data } = budgetAmount.safeParse(amountOrNull(value))
  if (success) return data
  context.addIssue({ code: 'custom', message: budgetProblem })
  return z.NEVER
})
const missingName = 'Please tell us your name.'
const missingWords = 'Tell us in a few words what you have in mind.'

/** `POST /api/book/enquire`. Members need not send name and address. `website` is a trap for bots. */
export const enquireRequest = z.object({
  key: formKeyField.optional(),
  kind: z.enum(interests, 'Choose what it is about.'),
  days: z
    .array(z.iso.date('Choose days of the calendar.'))
    .min(1, 'Choose at least one day.')
    .max(limits.days),
  day_part: z.enum(dayParts, 'Choose a time of the day.'),
  people: z
    .int(peopleProblem)
    .min(1, peopleProblem)
    .max(limits.people, 'That’s more than we have room for.'),
  budget: budgetField.optional().transform((cents) => cents ?? null),
  words: plainText
    .max(limits.words, `Write ${limits.words} characters at most.`)
    .transform((text) => text.trim())
    .refine(Boolean, missingWords),
  name: textLine('The name', limits.name, missingName).refine(Boolean, missingName).optional(),
  email: emailField('Please enter a valid email.').optional(),
  phone: z.preprocess(emptyAsNull, phoneField.nullable()),
  website: z.string().max(200).default(''),
})
export type EnquireRequest = z.output<typeof enquireRequest>
/** `token`: of the permanent link, for members. Others find the link in their mail. */
export type EnquireReply = { ok: true; token?: string }

export const linkRequest = z.object({ token: z.string().max(100) })
export const writeRequest = linkRequest.extend({
  key: formKeyField,
  text: plainText
    .max(limits.words, `Write ${limits.words} characters at most.`)
    .transform((text) => text.trim())
    .refine(Boolean, 'Write something first.'),
})
/** `POST /api/book/accept-quote`, `/decline-quote`: `quote` is the one that the page showed. */
export const quoteAnswer = linkRequest.extend({ quote: z.int32().positive() })
export const payRequest = linkRequest.extend({ key: formKeyField })
export type PayReply = { url: string }

export const fileParams = z.object({ token: z.string().max(100) })
export const fileRequest = z.object({
  file: z.custom<File>((value) => value instanceof File && value.size > 0, 'Choose a file first.'),
})
export const removeFileRequest = linkRequest.extend({ file: z.int32().positive() })
