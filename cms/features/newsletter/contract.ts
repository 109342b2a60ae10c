import { z } from 'zod'
import {
  birthdayField,
  emailField,
  idField,
  optionalField,
  phoneField,
  rowId,
  textLine,
} from '../../platform/http/texts/fields.ts'
import type { LetterMail } from '../../platform/mail/contract.ts'
import {
  birthdayOf,
  consentKinds,
  type Interest,
  interests,
  maxLengths,
  newsletterToasts,
} from './rules.ts'
import { pastDay } from './staff/past-day.ts'

const requiredMessage = newsletterToasts.required.description

const sortInterests = (chosen: Interest[]) => interests.filter((each) => chosen.includes(each))

const requiredEmail = (missing: string) =>
  emailField('Please enter a valid email.', {
    missing,
    notText: 'The email must be a text.',
    tooLong: `The email may have at most ${maxLengths.email} characters.`,
  })
const email = requiredEmail(requiredMessage)
/** The address in staff's forms. These forms do not require a name, so the message asks only for the address. */
const staffEmail = requiredEmail('The email is missing.')

/** Interests without duplicates, in the order of `interests`. */
export const interestsField = z
  .array(z.enum(interests, { error: 'One of these interests is not on the list.' }), {
    error: 'The interests must be a list.',
  })
  .max(interests.length * 2, 'There are more interests than there are on the list.')
  .transform(sortInterests)

/**
 * `POST /api/subscribe-newsletter` (spec section 7). `birthday` is `day/month`. The form also sends
 * `website`, a honeypot field; `open_ms`, how long the form was open; and `wording`, the version of the
 * consent's wording.
 */
export const subscribeRequest = z.object(
  {
    email,
    name: textLine('The name', maxLengths.name, requiredMessage).refine(Boolean, requiredMessage),
    consent: z.literal(true, { error: requiredMessage }),
    phone: optionalField(phoneField),
    birthday: optionalField(birthdayField),
    interests: interestsField.nullish(),
    website: z.unknown().optional(),
    open_ms: z.unknown().optional(),
    wording: z.unknown().optional(),
  },
  { error: 'The request must be an object.' },
)
export type SubscribeRequest = z.output<typeof subscribeRequest>
/** The reply is the same for known and unknown addresses. `later`: the mail is queued behind other mails. */
export type SubscribeReply = { ok: true; later?: true }

/** A row of an imported list. It has the form's fields, but only the address is required. */
export const importedRow = subscribeRequest
  .pick({ phone: true, birthday: true, interests: true })
  .extend({ email: staffEmail, name: optionalField(textLine('The name', maxLengths.name)) })

/**
 * Converts a sign-up form into the shape of `subscribeRequest`. The form requires an interest: without one,
 * `interests` gets a value that is refused.
 */
export const readSubscribeForm = (form: FormData): Record<string, unknown> => ({
  email: form.get('email'),
  name: form.get('name'),
  consent: form.get('consent') === 'on',
  phone: form.get('phone'),
  birthday: birthdayOf(form),
  interests: form.has('interests') ? form.getAll('interests') : 'none',
  website: form.get('website'),
  wording: form.get('wording'),
})

const leaveActions = ['leave', 'interests', 'pause', 'resume', 'undo'] as const
export type LeaveAction = (typeof leaveActions)[number]

const incomplete = 'Say what is to be done.'

/** `POST /unsubscribe/{token}`, sent by the page of this path or by a mail program (RFC 8058). */
export const leaveRequest = z.object({
  action: z.enum(leaveActions, { error: incomplete }),
  /** Interests and topics of the venue. */
  interests: z.array(z.string({ error: incomplete })).transform((chosen) => [...new Set(chosen)]),
  isOneClick: z.boolean(),
})

export function readLeaveForm(form: FormData): Record<string, unknown> {
  const isOneClick = form.get('List-Unsubscribe') === 'One-Click'
  const action = isOneClick ? 'leave' : form.get('action')
  return { action, interests: form.getAll('interests'), isOneClick }
}

const noDay = 'Write the day on which they agreed.'
const noPlace = 'Write where they agreed, for example “at the bar” or “list at the choir evening”.'

/** `POST /api/newsletter/add`: staff add somebody who agreed in person. */
export const addRequest = z.object({
  email: staffEmail,
  name: optionalField(textLine('The name', maxLengths.name)),
  interests: interestsField,
  /** Whether the consent is kept on paper. Otherwise a mail asks the subscriber to confirm it. */
  on_paper: z.boolean('Say whether the consent is on paper.'),
  /** `YYYY-MM-DD` */
  consent_on: pastDay(noDay),
  consent_where: textLine('The place', 200, noPlace).refine(Boolean, noPlace),
})
export type AddRequest = z.output<typeof addRequest>
/** `active` with a consent on paper; otherwise `pending` until the subscriber confirms. */
export type AddReply = { id: number; state: 'active' | 'pending' }

/** `POST /api/newsletter/address`: staff correct an address. The new address gets letters once it is confirmed. */
export const addressRequest = z.object({
  id: rowId,
  email: staffEmail,
  /** `updatedAt` of the subscriber in the caller's form, to detect conflicts. */
  seen: z.iso.datetime(),
})
export type AddressRequest = z.output<typeof addressRequest>

/** `GET /api/newsletter/letters?id=`: the newest letters to a subscriber. */
export const historyRequest = z.object({ id: idField('There is no such subscriber.') })
export type LetterHistory = { letters: LetterMail[] }

/** The pages that a leave token opens. A form on each page mails a reader a link with a token. */
const readerPages = ['unsubscribe', 'notifications'] as const
export type ReaderPage = (typeof readerPages)[number]

/** `POST /api/newsletter/leave-link`: `page` is the page to which the mail's button leads. */
export const leaveLinkRequest = z.object({
  email,
  page: z.enum(readerPages).default('unsubscribe'),
})

/** An entry of `GET /api/member/consents`. */
export const consent = z.object({
  kind: z.enum(consentKinds),
  /** ISO 8601. */
  at: z.coerce.date().transform((at) => at.toISOString()),
  how: z.string(),
  wording: z.string().nullable(),
  version: z.string().nullable(),
  /** Interests and topics of the venue. */
  interests: z.array(z.string()),
})
export type Consent = z.output<typeof consent>
