import { z } from 'zod'
import { parseAddress } from '../../mail/address.ts'
import { maxAddressLength } from '../../mail/rules.ts'
import { cleanLine, cleanText } from './clean-text.ts'
import { fieldProblems, isPhone, maxPhoneLength, parseBirthday } from './field-rules.ts'

/** Id of a row in the database. */
export const rowId = z.int32().positive()

/** A text of several lines, cleaned before its length is checked. */
export const plainText = z.string().overwrite(cleanText)

/** A text of one line, cleaned before its length is checked. */
export const plainLine = z.string().overwrite(cleanLine)

/**
 * One line of text, trimmed and without control characters.
 * @param label names the field in messages, e.g. `The name`
 * @param maxLength in characters
 * @param missing the message if there is no value
 */
export const textLine = (label: string, maxLength: number, missing = `${label} must be a text.`) =>
  z
    .string({ error: ({ input }) => (input == null ? missing : `${label} must be a text.`) })
    .max(maxLength, `${label} may have at most ${maxLength} characters.`)
    .transform((text) => cleanLine(text).trim())

/** Makes a field optional: a missing, null, empty or blank value becomes null. */
export const optionalField = (schema: z.ZodType<string, string>) =>
  z
    .preprocess((value) => (value === '' ? null : value), schema.nullish())
    .transform((value) => value || null)

/** A day from 2000 on, `YYYY-MM-DD`. Earlier days are typing errors, and PostgreSQL has no year 0. */
export const dayFrom2000 = (invalid: string) =>
  z.iso.date(invalid).refine((day) => day >= '2000-01-01', 'Write a day from 2000 on.')

/**
 * An e-mail address in its stored spelling, see `parseAddress`.
 * @param invalid the message for an invalid address; the other messages default to it
 */
export const emailField = (
  invalid: string,
  { missing = invalid, notText = invalid, tooLong = invalid } = {},
) =>
  z
    .string({ error: ({ input }) => (input == null ? missing : notText) })
    .max(maxAddressLength + 100, tooLong)
    .transform((text, context) => {
      const address = parseAddress(text)
      if (address) return address
      context.addIssue({ code: 'custom', message: text.trim() ? invalid : missing })
      return z.NEVER
    })

export const phoneField = textLine('The phone number', maxPhoneLength).refine(
  isPhone,
  fieldProblems.phone,
)

/** `day/month`. */
export const birthdayField = textLine('The birthday', 10).refine(
  (text) => parseBirthday(text) !== null,
  fieldProblems.birthday,
)

/** The id of a record in a path. @param missing the message for an invalid id */
export const idField = (missing: string) =>
  z.coerce
    .number({ error: missing })
    .int(missing)
    .min(1, missing)
    .max(2 ** 31 - 1, missing)
