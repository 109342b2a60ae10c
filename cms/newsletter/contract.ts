import { z } from 'zod'
import { cleanLine } from '../http/clean-text.ts'
import { parseAddress } from '../mail/address.ts'
import {
  birthdayOf,
  detailFaults,
  type Interest,
  interests,
  isPhone,
  longest,
  newsletterToasts,
  parseBirthday,
} from './rules.ts'

const required = newsletterToasts.required.description

/** A line of text; what a header of a mail could end at is no part of it. */
export const line = (what: string, most: number) =>
  z
    .string({ error: ({ input }) => (input == null ? required : `${what} must be a text.`) })
    .max(most, `${what} may have at most ${most} characters.`)
    .transform((text) => cleanLine(text).trim())

/** The same, where it may be left out. */
const optional = (schema: z.ZodType<string, string>) =>
  z
    .unknown()
    .optional()
    .transform((given, context) => {
      if (given == null || given === '') return null
      const { data, error } = schema.safeParse(given)
      if (data !== undefined) return data
      context.addIssue({ code: 'custom', message: error?.issues[0]?.message ?? required })
      return z.NEVER
    })

// Each once, however often it was sent.
const inTheirOrder = (chosen: Interest[]) => interests.filter((each) => chosen.includes(each))

const address = z
  .string({ error: ({ input }) => (input == null ? required : 'The email must be a text.') })
  .max(longest.email + 100, `The email may have at most ${longest.email} characters.`)
  .transform((text, context) => {
    const parsed = parseAddress(text)
    if (parsed) return parsed
    const message = text.trim() ? 'Please enter a valid email.' : required
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export const phoneField = line('The phone number', longest.phone).refine(
  isPhone,
  detailFaults.phone,
)

/** `day/month`. */
export const birthdayField = line('The birthday', 10).refine(
  (text) => parseBirthday(text) !== null,
  detailFaults.birthday,
)

/** Each once, in the order of the list. */
export const interestsField = z
  .array(z.enum(interests, { error: 'One of these interests is not on the list.' }), {
    error: 'The interests must be a list.',
  })
  .max(interests.length * 2, 'There are more interests than there are on the list.')
  .transform(inTheirOrder)

/**
 * `POST /api/subscribe-newsletter` (spec section 7). `birthday` is `day/month`. The last three are the
 * form's own: a field that no person sees, how long it was open, and which wording was agreed to.
 */
export const subscribeRequest = z.object(
  {
    email: address,
    name: line('The name', longest.name).refine(Boolean, required),
    consent: z.literal(true, { error: required }),
    phone: optional(phoneField),
    birthday: optional(birthdayField),
    interests: interestsField.nullish(),
    website: z.unknown().optional(),
    open_ms: z.unknown().optional(),
    wording: z.unknown().optional(),
  },
  { error: 'The request must be an object.' },
)
export type SubscribeRequest = z.output<typeof subscribeRequest>

/** A row of an imported list: what the form takes, where nobody has to give a name. */
export const importedRow = subscribeRequest
  .pick({ email: true, phone: true, birthday: true, interests: true })
  .extend({ name: optional(line('The name', longest.name)) })

/** What a form that a browser sent by itself holds, in the shape of the call. */
export const subscribeForm = (form: FormData): Record<string, unknown> => ({
  email: form.get('email'),
  name: form.get('name'),
  consent: form.get('consent') === 'on',
  phone: form.get('phone'),
  birthday: birthdayOf(form),
  interests: form.getAll('interests'),
  website: form.get('website'),
  wording: form.get('wording'),
})

/** What is done on the page behind a letter's link. */
export const leaveAction = z.enum(['leave', 'interests', 'pause', 'resume', 'undo'])
export type LeaveAction = z.output<typeof leaveAction>

/** What the form of that page sends; a mail program that leaves by itself sends RFC 8058's line. */
export const leaveForm = (form: FormData) =>
  z
    .object({ action: leaveAction, interests: z.array(z.enum(interests)).transform(inTheirOrder) })
    .safeParse({
      action: form.get('List-Unsubscribe') === 'One-Click' ? 'leave' : form.get('action'),
      interests: form.getAll('interests'),
    })

/** An address alone. */
export const addressRequest = z.object({ email: address })
