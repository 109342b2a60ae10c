import { z } from 'zod'
import { emailField, optionalField, plainText, rowId, textLine } from '../../http/fields.ts'
import { formKeyField } from '../../http/money-fields.ts'
import { venueAreas } from '../../venue/rules.ts'
import type { GuestCounts } from '../contract.ts'
import { limits, linkScopes, type RsvpStatus } from '../rules.ts'

const invalidEmail = 'Write an email address, or none.'
const required = (label: string, maxLength: number, missing: string) =>
  textLine(label, maxLength, missing).refine(Boolean, missing)

/** How many people come. */
const party = z
  .int('Say how many come, as a number.')
  .min(1, 'At least one person has to come.')
  .max(limits.party, `A party is ${limits.party} people at most.`)
const reason = required('The reason', limits.note, 'Write the reason.')
/** The version of the reservation that the form showed. */
const version = z.int().positive()

/**
 * Bodies of `POST /api/manage-event/<token>/<action>`, and for staff of `POST /api/event-guests/<action>`. A request
 * can be repeated safely, because it has a `key` or a `version`, or because it describes the state after the change.
 */
export const addRequest = z.object({
  key: formKeyField,
  date: rowId,
  name: required('The name', limits.name, 'Write a name.'),
  /** Without an address, the guest gets no mail. */
  email: z
    .union([z.literal('').transform(() => null), emailField(invalidEmail), z.null()])
    .default(null),
  party,
  note: optionalField(textLine('The note', limits.note)),
  /** Whether the party is here already. If so, it is checked in. */
  is_here: z.boolean().default(false),
})
export const checkInRequest = z.object({
  date: rowId,
  rsvp: rowId,
  /** How many of the party are inside now; 0 undoes the check-in. */
  inside: z.int().min(0).max(limits.party),
})
/** A reservation after a change. `due_cents`: what has to be paid at the bar, in minor units. */
export type GuestReply = {
  rsvp: { id: number; status: RsvpStatus; party: number; inside: number; version: number }
  due_cents: number
}
export const partyRequest = z.object({ date: rowId, rsvp: rowId, party, version })
export const noteRequest = z.object({
  date: rowId,
  rsvp: rowId,
  note: optionalField(textLine('The note', limits.note)),
  version,
})
export const cancelRequest = z.object({ date: rowId, rsvp: rowId })
export const offerRequest = z.object({ date: rowId, rsvp: rowId, reason })
export const moveRequest = z.object({
  date: rowId,
  rsvp: rowId,
  /** 1 is the first. */
  position: z.int().positive().max(limits.capacity),
  reason,
})

const noMessage = 'Write the message.'
export const previewRequest = z.object({
  date: rowId,
  audience: z.enum(['going', 'waiting'], 'Choose whom it is for.'),
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
  guests: { id: number; status: RsvpStatus; party: number; inside: number }[]
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
