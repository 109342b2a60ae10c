import { z } from 'zod'
import { interests } from '../newsletter/rules.ts'
import { subscriptionSchema } from '../push/contract.ts'
import {
  type AudienceKind,
  audiences,
  isMinute,
  type NudgeState,
  nudgeProblems,
  seenEvents,
} from './rules.ts'

/** A nudge as devices and windows get it. */
export type LiveNudge = {
  /** The same in a push, in the service worker and in windows. A test has an id of its own. */
  id: string
  url: string
  title: string
  text: string
  /** When it is no longer shown, in ms since 1970. */
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

/** `POST /api/push/unsubscribe`, `/api/push/test`, `/api/nudge/seen` and the settings. */
export type OkReply = { ok: true }

/** `POST /api/auto-link-push-subscription`: whether this device is linked to the member. */
export type AutoLinkReply = { linked: boolean }

/** How this device wants its nudges. `topics` null: all; quiet hours in minutes of the venue's day. */
export type PushSettings = {
  topics: string[] | null
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

export type PushMessage = {
  id: number
  title: string
  text: string
  url: string
  sent_at: string
  /** Why this person got it, as a sentence. */
  why: string
}

/**
 * `GET /api/push/state`: `device` is the one of the cookie; null if it does not get nudges. `devices` are the
 * signed-in member's. `messages` are the last 50 of the device or member, newest first.
 */
export type PushState = {
  device: (PushSettings & { id: number }) | null
  devices: PushDevice[]
  messages: PushMessage[]
  is_member: boolean
}

const minute = z.int().refine(isMinute, 'Choose a time of the day.').nullable()

/** `POST /api/push/settings`: for the device of the cookie. */
export const settingsRequest = z
  .object({
    topics: z.array(z.enum(interests)).max(interests.length).nullable(),
    quiet_from: minute,
    quiet_to: minute,
  })
  .refine(({ quiet_from, quiet_to }) => (quiet_from === null) === (quiet_to === null), {
    path: ['quiet_to'],
    message: 'Quiet hours have a beginning and an end.',
  })

/** `POST /api/push/devices/:id/remove`: one of the member's own devices. */
export const deviceParams = z.object({ id: z.coerce.number().int().positive() })

/** `POST /api/nudge/seen`: what a device did with a nudge. Unknown tokens get the same reply. */
export const seenRequest = z.object({ token: z.string().max(100), event: z.enum(seenEvents) })

/**
 * `GET /api/nudge/live`: server-sent events named `nudge`, whose data is a `LiveNudge`. The id of an event is
 * the nudge's. Nudges of the last ten minutes come first, except those up to `after`.
 */
export const liveQuery = z.object({ after: z.coerce.number().int().min(0).optional() })

/** `POST /api/nudge-list/count` and the audience of a nudge. */
export const countRequest = z
  .object({
    audience: z.enum(audiences),
    interests: z.array(z.enum(interests)).max(interests.length).default([]),
    urgent: z.boolean().default(false),
  })
  .refine(({ audience, interests: chosen }) => audience !== 'interests' || chosen.length > 0, {
    path: ['interests'],
    message: nudgeProblems.interests,
  })
export type CountRequest = z.output<typeof countRequest>

/**
 * Who would get a nudge now: `devices` of `people`, after caps. Not among them: `capped` people have had as
 * many nudges as they may get. Among them: `quiet` people have quiet hours now and get it afterwards.
 */
export type CountReply = { devices: number; people: number; capped: number; quiet: number }

/** The nudge of `POST /api/nudge-list/:id/send`, `/cancel` and `/test`, and of `GET …/progress`. */
export const nudgeParams = z.object({ id: z.coerce.number().int().positive() })

/**
 * `POST /api/nudge-list/:id/send`: at once, or `at` a time on the venue's clock, `YYYY-MM-DDTHH:MM`. `seen` is
 * the `updatedAt` of the version that the caller sees; another one is a `conflict`.
 */
export const sendRequest = z.object({
  seen: z.iso.datetime(),
  at: z.string().max(20).nullish(),
})
export type SendRequest = z.output<typeof sendRequest>

/** The reply to sending, scheduling and cancelling. `message` says what happened. */
export type ActReply = NudgeProgress & { message: string }

/** `POST /api/nudge-list/:id/test`: sends it to the device of the cookie. */
export type TestReply = { message: string }

/**
 * `GET /api/nudge-list/:id/progress`: deliveries by state. `queued` are those not finished; `sent` those
 * handed to a push service. `received`, `shown` and `clicked` are among `accepted`. `unsubscribed` are
 * devices that turned nudges off within a day after they got it.
 */
export type NudgeProgress = {
  id: number
  state: NudgeState
  updatedAt: string
  /** When it is or was to be sent; null for a draft. */
  at: string | null
  sentAt: string | null
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
  skipped: number
  unsubscribed: number
}

/** The fields of a nudge that the admin's form has. */
export type NudgeFields = {
  title: string
  text: string
  link: string
  audience: AudienceKind
  interests: string[]
  urgent: boolean
  ttl_minutes: number
}
