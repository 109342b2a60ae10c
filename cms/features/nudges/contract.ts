import { z } from 'zod'
import { subscriptionSchema } from '../../platform/push/contract.ts'
import type { TimedVisits } from '../letters/campaigns/contract.ts'
import { type TimeSlot, timeSlots } from '../members/profile/rules.ts'
import { interests } from '../newsletter/rules.ts'
import type { EmailTopics } from '../newsletter/service.ts'
import { chosenTopics } from '../venue/chosen-topics.ts'
import { beerStyles, venueAreas } from '../venue/rules.ts'
import {
  type Audience,
  audiences,
  findMissingField,
  isMinute,
  maxLengths,
  type NudgeState,
  seenEvents,
  ttlMinutes,
} from './rules.ts'

/**
 * A nudge as open windows get it: the data of server-sent events named `nudge` of `GET /api/nudge/live`. A window that
 * connects gets the nudges that began in the last ten minutes. A nudge in time slots begins, for each viewer, when the
 * viewer's slot begins.
 */
export type LiveNudge = {
  /** Identifies the nudge; the same in its pushes and in windows. Each test nudge has its own id. */
  id: string
  /** Identifies the window's reports about the nudge: the token of the device's delivery, or a separate token. */
  token: string
  url: string
  title: string
  text: string
  /** The time from which the nudge is no longer shown, in ms since 1970. */
  expires_at: number
}

/** `GET /api/push/key`: the VAPID public key in base64url, for `PushManager.subscribe`. */
export type KeyReply = { public_key: string }

/**
 * `POST /api/push/subscribe`: the result of `PushSubscription.toJSON()`. The reply sets the cookie that
 * identifies the device. A signed-in member's device is linked to the member.
 */
export const subscribeRequest = subscriptionSchema
export type SubscribeRequest = z.output<typeof subscribeRequest>
export type SubscribeReply = { device: number }

/**
 * `GET /api/push/device`: the device that the cookie identifies. The browser compares it with its own subscription.
 * `id` is null if the device gets no nudges. `ended` says why: the owner turned nudges off (`by_owner`), or the push
 * service no longer knew the subscription or did not answer (`by_service`). `ended` is null if nudges are on, or if the
 * server has no such device.
 */
export type DeviceReply = KeyReply & {
  id: number | null
  ended: 'by_owner' | 'by_service' | null
}

/**
 * The reply of `POST /api/push/unsubscribe`, `/api/push/test`, `/api/push/settings`, `/api/push/email-topics`,
 * `/api/push/devices/:id/remove` and `/api/nudge/seen`.
 */
export type OkReply = { ok: true }

/** `POST /api/auto-link-push-subscription`: whether this device is linked to the member. */
export type AutoLinkReply = { linked: boolean }

/**
 * The nudge settings of this device. `topics` are interests and the venue's own topics. Null means the topics of the
 * member's profile and letters, or all topics if there are none. `time_slots` null means the time slots of the member's
 * profile. Quiet hours are minutes of the day on the venue's clock.
 */
export type PushSettings = {
  topics: string[] | null
  time_slots: TimeSlot[] | null
  quiet_from: number | null
  quiet_to: number | null
}

export type PushDevice = {
  id: number
  /** E.g. `Safari on iPhone`. */
  name: string
  created_at: string
  seen_at: string
  is_this: boolean
}

/** A nudge or letter that somebody got. The `title` of a letter is its subject. */
export type ReceivedMessage = {
  kind: 'nudge' | 'letter'
  id: number
  title: string
  text: string
  /** The page that it links to; null for a letter that has no page. */
  url: string | null
  sent_at: string
  /** Why this person got it, as a sentence. */
  why: string
}

/** `GET /api/push/state`: `letters` is the leave token of a subscriber, as in the links of letters. */
export const stateQuery = z.object({ letters: z.string().max(1000).optional() })

/** Which topics somebody gets letters about, and the path of the page on which they unsubscribe. */
export type EmailChoice = Omit<EmailTopics, 'subscriber'>

/**
 * `GET /api/push/state`: `device` is the device that the cookie identifies; null if it gets no nudges. `devices` are
 * the devices of the signed-in member. `own_topics` are the venue's own topics. `profile_slots` are the time slots in
 * the member's profile; null without a member. `email` is the newsletter subscription of the leave token, else of the
 * member's address; null if there is none. `messages` are the last 50 nudges and letters of the device, the member and
 * the subscription, newest first.
 */
export type PushState = {
  device: (PushSettings & { id: number }) | null
  devices: PushDevice[]
  own_topics: string[]
  profile_slots: TimeSlot[] | null
  email: EmailChoice | null
  messages: ReceivedMessage[]
  is_member: boolean
}

/** Names of topics. This schema does not know the venue's own topics, so the names are checked when they are stored. */
const topicNames = z.array(z.string().max(100)).max(100)
const choicesOf = <Value extends string>(values: readonly Value[]) =>
  z.array(z.enum(values)).max(values.length)

const minute = z.int().refine(isMinute, 'Choose a time of the day.').nullable()

/** `POST /api/push/settings`: for the device of the cookie. Unknown topics are a `bad_request`. */
export const settingsRequest = z
  .object({
    topics: topicNames.nullable(),
    time_slots: choicesOf(timeSlots).nullable(),
    quiet_from: minute,
    quiet_to: minute,
  })
  .refine(({ quiet_from, quiet_to }) => (quiet_from === null) === (quiet_to === null), {
    path: ['quiet_to'],
    message: 'Quiet hours have a beginning and an end.',
  })
  .refine(({ quiet_from, quiet_to }) => quiet_from === null || quiet_from !== quiet_to, {
    path: ['quiet_to'],
    message: 'Quiet hours can’t begin and end at the same time.',
  })

/**
 * `POST /api/push/email-topics`: sets the topics of letters for the subscription of the leave token, else of the
 * signed-in member's address. `not_found` if there is no such subscription.
 */
export const emailTopicsRequest = z.object({
  topics: topicNames,
  letters: z.string().max(1000).optional(),
})

/** `POST /api/push/devices/:id/remove`: one of the member's own devices. */
export const deviceParams = z.object({ id: z.coerce.number().int().positive() })

/** `POST /api/nudge/seen`: what a device or window did with a nudge. The reply is the same for unknown tokens. */
export const seenRequest = z.object({ token: z.string().max(100), event: z.enum(seenEvents) })

/** `POST /api/nudge-list/count`: the audience of a nudge, and the options of sending. */
export const countRequest = z
  .object({
    audience: z.enum(audiences),
    interests: choicesOf(interests).default([]),
    own_topics: chosenTopics.default([]),
    areas: choicesOf(venueAreas).default([]),
    time_slots: choicesOf(timeSlots).default([]),
    beer_styles: choicesOf(beerStyles).default([]),
    person: z.int().positive().nullable().default(null),
    urgent: z.boolean().default(false),
    ttl_minutes: z.int().min(ttlMinutes.min).max(ttlMinutes.max).default(ttlMinutes.default),
    in_slot: z.boolean().default(false),
    // The date of an event that the nudge is about. Members who have responded to it are not counted.
    event_date: z.int32().positive().nullable().default(null),
  })
  .superRefine((audience, { addIssue }) => {
    const missing = findMissingField(audience)
    if (missing) addIssue({ code: 'custom', path: [missing.field], message: missing.message })
  })
export type CountRequest = z.output<typeof countRequest>

/**
 * Who would get a nudge that is sent now: `devices` is the number of devices, `people` the number of their owners.
 * `people` includes `quiet` people, who get the nudge when their quiet hours end. It does not include `capped` people,
 * who have had as many nudges as they may get. It does not include `too_quiet` people either: their quiet hours last
 * longer than the nudge is valid.
 */
export type CountReply = {
  devices: number
  people: number
  quiet: number
  capped: number
  too_quiet: number
}

/** `POST /api/nudge-list/link`: whether a link is dead, which means that the site has no page at its path. */
export const linkRequest = z.object({ link: z.string().max(maxLengths.link) })
export type LinkReply = { link: string; is_dead: boolean }

/** Identifies the nudge in `POST /api/nudge-list/:id/send`, `/cancel`, `/test`, `GET …/progress` and `…/visits`. */
export const nudgeParams = z.object({ id: z.coerce.number().int().positive() })

/**
 * `POST /api/nudge-list/:id/send`: sends a nudge at once. `at` schedules it for a time on the venue's clock,
 * `YYYY-MM-DDTHH:MM`. With `in_slot` each person gets it in a preferred time slot within the next 24 hours. `seen` is
 * the `updatedAt` of the version that the caller sees. If the stored version is another one, the error is `conflict`.
 */
export const sendRequest = z
  .object({
    seen: z.iso.datetime(),
    at: z.string().max(20).nullish(),
    in_slot: z.boolean().default(false),
  })
  .refine(({ at, in_slot }) => !(at && in_slot), {
    path: ['in_slot'],
    message: 'Choose either a time or each person’s time slot.',
  })
export type SendRequest = z.output<typeof sendRequest>

/** The reply to sending, scheduling and cancelling. `message` says what happened. */
export type ActReply = NudgeProgress & { message: string }

/** `POST /api/nudge-list/:id/test`: sends the nudge as a test to the device that the cookie identifies. */
export type TestReply = { message: string }

/**
 * `GET /api/nudge-list/:id/progress`: the numbers of deliveries by state. `queued`: not sent yet. `sent`: handed to a
 * push service that did not refuse them, which includes `unknown`. `accepted`: accepted by the push service.
 * `received`, `shown` and `clicked`: reported by the device. The other states are explained at `deliveryStates`.
 * `unsubscribed` counts devices that turned nudges off within a day after they got this nudge. `window_views` and
 * `window_clicks` count open windows whose browser did not get the nudge by push.
 */
export type NudgeProgress = {
  id: number
  state: NudgeState
  updatedAt: string
  /** The time of the schedule, or `sentAt` if the nudge was sent at once or before that time; null for a draft. */
  at: string | null
  sentAt: string | null
  /** Whether each device gets the nudge in a time slot of its person. */
  inSlot: boolean
  /** The scheduled time, if the nudge was not sent then and became a draft again; else null. */
  missedAt: string | null
  devices: number
  people: number
  queued: number
  sent: number
  accepted: number
  received: number
  shown: number
  clicked: number
  gone: number
  failed: number
  expired: number
  unknown: number
  /** Deliveries in the state `skipped`, without those that were cancelled. */
  skipped: number
  /** Not sent, because the nudge was cancelled. */
  cancelled: number
  unsubscribed: number
  window_views: number
  window_clicks: number
}

/**
 * `GET /api/nudge-list/:id/visits`, for publishers: statistics of the visits that began with a click on a sent nudge.
 * Visits count if they began within 24 hours after the last device or window got the nudge. The error is `conflict` if
 * the nudge was not sent.
 */
export type NudgeVisits = TimedVisits

/** The fields of a nudge that the admin's form has. `icon` is the id of a picture. */
export type NudgeFields = Audience & {
  title: string
  text: string
  link: string
  icon: number | null
  urgent: boolean
  ttl_minutes: number
  /** The date of an event that the nudge is about. */
  event_date: number | null
}
