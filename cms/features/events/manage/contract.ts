import { z } from 'zod'
import {
  emailField,
  optionalField,
  plainText,
  rowId,
  textLine,
} from '../../../platform/http/texts/fields.ts'
import { formKeyField } from '../../../platform/http/texts/money-fields.ts'
import type { ReservationStatus } from '../../reservations/rules.ts'
import { staffFields } from '../../reservations/staff/contract.ts'
import { venueAreas } from '../../venue/rules.ts'
import type { GuestCounts } from '../contract.ts'
import { audiences, limits, linkScopes } from '../rules.ts'

const invalidEmail = 'Write an email address, or none.'
const required = (label: string, maxLength: number, missing: string) =>
  textLine(label, maxLength, missing).refine(Boolean, missing)

/**
 * Bodies of `POST /api/manage-event/<token>/<action>`, and for staff of `POST /api/event-guests/<action>`. A request
 * can be repeated safely, because it has a `key` or a `version`, or because it describes the state after the change.
 */
export const addRequest = z.object({ date: rowId, ...staffFields.add })
const guest = { date: rowId, rsvp: rowId }
export const checkInRequest = z.object({ ...guest, ...staffFields.checkIn })
export const partyRequest = z.object({ ...guest, ...staffFields.party })
export const noteRequest = z.object({ ...guest, ...staffFields.note })
export const cancelRequest = z.object(guest)
export const offerRequest = z.object({ ...guest, ...staffFields.offer })
export const moveRequest = z.object({ ...guest, ...staffFields.move })
export type { StaffReply as GuestReply } from '../../reservations/staff/contract.ts'

const noMessage = 'Write the message.'
export const previewRequest = z.object({
  date: rowId,
  audience: z.enum(audiences, 'Choose whom it is for.'),
  text: plainText
    .max(limits.message, `A message may have at most ${limits.message} characters.`)
    .transform((text) => text.trim())
    .refine(Boolean, noMessage),
})
export const messageRequest = previewRequest.extend({ key: formKeyField })
export type MessageRequest = z.output<typeof messageRequest>
/** `text` is the mail's plain text. */
export type PreviewReply = { recipients: number; subject: string; text: string }

const localTime = z.string().regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d$/, 'Choose a day and a time.')

export const detailsRequest = z.object({
  date: rowId,
  /** The version that the form showed, see `versionOf`. If it is different now, somebody else changed the date. */
  seen: z.string().max(4000),
  summary: required('The summary', limits.summary, 'Write a summary.'),
  start: localTime,
  end: localTime,
  doors: z.union([z.literal('').transform(() => null), z.null(), localTime]),
  areas: z.array(z.enum(venueAreas)).min(1, 'Choose where it is.').max(venueAreas.length),
  /** Null: no limit. */
  capacity: z
    .int('Write the capacity as a number.')
    .min(1, 'The capacity is 1 or more.')
    .max(limits.capacity)
    .nullable(),
  /** Whether the guests are notified. Required if the time or the place changes and there are guests. */
  tell: z.boolean().nullable().default(null),
})
export type DetailsRequest = z.output<typeof detailsRequest>

export const cancelDateRequest = z.object({
  date: rowId,
  /** The title of the date. The organiser types it to confirm. */
  title: required('The title', limits.title + 20, 'Type the title.'),
  reason: optionalField(textLine('The reason', limits.note)),
})

export const noBody = z.object({})
export const dateQuery = z.object({
  date: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1),
})

/** The reply that a page polls: the counts, and the values of each guest that may change. */
export type GuestsReply = {
  counts: GuestCounts
  capacity: number | null
  guests: { id: number; status: ReservationStatus; party: number; inside: number }[]
}

/** `POST /api/event-links`, by staff. */
export const linkRequest = z.object({
  key: formKeyField,
  date: rowId,
  scope: z.enum(linkScopes, 'Choose what the link can do.'),
  name: required('The name', limits.name, 'Write whom it is for.'),
  email: z
    .union([z.literal('').transform(() => null), emailField(invalidEmail), z.null()])
    .default(null),
  /** Whether the link opens all dates of the event, also those that are added later; otherwise only `date`. */
  whole_series: z.boolean().default(false),
  /** Whether the link is mailed. This needs an address. */
  mailed: z.boolean().default(false),
})
export type LinkRequest = z.output<typeof linkRequest>
/** `url` is shown only once, because only the hash of its token is stored. */
export type LinkReply = { link: number; url: string; mailed: boolean }
/** `POST /api/event-links/revoke`. */
export const linkIdRequest = z.object({ link: rowId })
/** `POST /api/event-links/replace`. Replies with `LinkReply`. */
export const replaceLinkRequest = linkIdRequest.extend({ key: formKeyField })

/** `POST /api/event-links/lost`: mails fresh links to an address that has links. The reply is always the same. */
export const lostLinkRequest = z.object({ email: emailField('Please enter a valid email.') })
