import type { TimeSlot } from '../members/profile/rules.ts'
import { minMembers } from '../members/rules.ts'

/** Longest texts of a nudge, in characters. */
export const maxLengths = { title: 60, text: 140, link: 500 } as const

/** For how many minutes a nudge is delivered and shown after it was sent, or after the time slot began. */
export const ttlMinutes = { min: 5, max: 1440, default: 60 } as const

/**
 * - `everyone`: all devices that get nudges
 * - `members`: devices that are linked to a member
 * - `chosen`: devices whose owners match the lists of the audience
 * - `person`: the devices of one member
 */
export const audiences = ['everyone', 'members', 'chosen', 'person'] as const
export type AudienceKind = (typeof audiences)[number]

/** The lists by which a `chosen` audience is chosen. `own_topics` are names of the venue's own topics. */
export const audienceLists = [
  'interests',
  'own_topics',
  'areas',
  'time_slots',
  'beer_styles',
] as const
export type AudienceList = (typeof audienceLists)[number]

/** Whom a nudge is for. The lists matter only for the kind `chosen`, and the member only for the kind `person`. */
export type Audience = { audience: AudienceKind; person: number | null } & Record<
  AudienceList,
  readonly string[]
>

/** What is missing in an audience, and the field to correct; null if nothing is missing. */
export function findMissingField(audience: Audience): { field: string; message: string } | null {
  if (audience.audience === 'person' && audience.person === null) {
    return { field: 'person', message: nudgeProblems.person }
  }
  if (audience.audience === 'chosen' && audienceLists.every((list) => !audience[list].length)) {
    return { field: 'interests', message: nudgeProblems.chosen }
  }
  return null
}

/**
 * - `draft`: can be changed
 * - `scheduled`: will be sent at its time
 * - `sending`: each device has a delivery; a nudge in time slots stays in this state while windows may show it
 * - `sent`: all deliveries are finished; of a nudge in time slots, all slots have begun
 * - `cancelled`: staff cancelled the deliveries that devices had not got yet
 */
export const nudgeStates = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const
export type NudgeState = (typeof nudgeStates)[number]

/** States as part of a sentence. */
export const stateLabels: Record<NudgeState, string> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  sending: 'being sent',
  sent: 'sent',
  cancelled: 'cancelled',
}

export const nudgeActions = ['send', 'schedule', 'cancel'] as const
export type NudgeAction = (typeof nudgeActions)[number]

const allowed: Record<NudgeAction, readonly NudgeState[]> = {
  send: ['draft', 'scheduled'],
  schedule: ['draft', 'scheduled'],
  cancel: ['scheduled', 'sending'],
}

export const canDo = (action: NudgeAction, state: NudgeState): boolean =>
  allowed[action].includes(state)

/**
 * - `queued`: waits until it is due; also if the worker’s process ended while sending it
 * - `claimed`: a worker has taken it and not begun to send it
 * - `handed_over`: it is being sent to the push service
 * - `accepted`: the push service has accepted it
 * - `gone`: the push service no longer knows the device, or its owner turned nudges off
 * - `failed`: the push service refused it, or all attempts failed
 * - `expired`: the nudge's validity ended before it could be delivered
 * - `unknown`: the worker’s process ended while sending, and it was too late to send the nudge again; the device may
 *   have got it
 * - `skipped`: the person has had too many nudges, their quiet hours outlast the nudge, it was cancelled, or the
 *   device belongs to another member by now
 */
export const deliveryStates = [
  'queued',
  'claimed',
  'handed_over',
  'accepted',
  'gone',
  'failed',
  'expired',
  'unknown',
  'skipped',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What a device reports about a nudge. */
export const seenEvents = ['received', 'shown', 'clicked'] as const
export type SeenEvent = (typeof seenEvents)[number]

/** Whether a token belongs to an open window and not to a delivery. */
export const isWindowToken = (token: string): boolean => token.includes('.')

/** How many nudges one person may get within 24 hours and within seven days. */
export const caps = { day: 2, week: 5 } as const

const dayMs = 24 * 60 * 60_000

/**
 * Whether one more nudge would be too much for a person.
 * @param times when their other nudges are or were due, in ms since 1970
 * @param at when the new nudge is due
 */
export const isCapped = (times: readonly number[], at: number): boolean =>
  isFull(times, at, dayMs, caps.day) || isFull(times, at, 7 * dayMs, caps.week)

/**
 * Whether a period that contains `at` already has `most` times. It is enough to check the periods that begin at `at` or
 * at one of the times.
 */
const isFull = (times: readonly number[], at: number, periodMs: number, most: number): boolean =>
  [at, ...times]
    .filter((start) => start <= at && at < start + periodMs)
    .some(
      (start) => times.filter((time) => time >= start && time < start + periodMs).length >= most,
    )

/** The time slots that apply to a device: its own, else the slots in its member's profile. */
export const preferredSlots = (
  own: readonly TimeSlot[] | null,
  profileSlots: readonly TimeSlot[] | null,
): readonly TimeSlot[] => own ?? profileSlots ?? []

/** The person for whom the caps count a device's nudges: its member, or the device itself if it has no member. */
export const personOf = (device: number, member: number | null): string =>
  member === null ? personOfDevice(device) : personOfMember(member)
export const personOfMember = (member: number): string => `member:${member}`
export const personOfDevice = (device: number): string => `device:${device}`

/** How many messages `/notifications` lists. */
export const maxMessages = 50

const base = 'https://site.invalid'

/**
 * A link as nudges store it: a path of the site, or an https URL.
 * @returns null if it is neither, or longer than `maxLengths.link`
 */
export function parseNudgeLink(typed: string): string | null {
  const text = typed.trim()
  if (/[\s\\\p{Cc}]/u.test(text)) return null
  const isPath = linkKind(text) === 'path'
  const url = isPath || /^https:\/\//i.test(text) ? URL.parse(text, base) : null
  if (!url || url.username || url.password || (isPath && url.origin !== base)) return null
  // The stored link is percent-encoded, so that its length in a push is known.
  const link = isPath ? url.href.slice(base.length) : url.href
  return link.length <= maxLengths.link ? link : null
}

/**
 * What a click on a nudge does: it opens a new tab, navigates in the app, or has no effect. Source: spec section 2,
 * "Nudge button".
 */
export function linkKind(url: string): 'tab' | 'path' | 'inert' {
  if (/^https?:\/\//i.test(url)) return URL.canParse(url) ? 'tab' : 'inert'
  return /^\/(?![/\\\s])/.test(url) ? 'path' : 'inert'
}

/** Messages for staff about a nudge that can't be saved or sent. */
export const nudgeProblems = {
  link: 'The link is a path such as /beer, or an address that begins with https://.',
  chosen: 'Choose at least one entry of a list.',
  person: 'Choose a member.',
  noTopic: 'The venue no longer has one of these topics. Choose again.',
  noMember: 'This member no longer exists or is suspended. Choose another one.',
  urgent: 'Only admins can send an urgent nudge.',
} as const

const dayMinutes = 24 * 60

/** Quiet hours in minutes of the day on the venue's clock, e.g. from 1320 to 480. Null if there are none. */
export type QuietHours = { from: number; to: number } | null

/** Whether a number is a minute of the day. */
export const isMinute = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value < dayMinutes

/** For how many days after a visit by a nudge those who come in at the door count. */
export const cameDays = 7

const hourMs = 3_600_000
/** The longest time from sending until the last time slot begins: a day, which has 25 hours when the clocks go back. */
const slotsMs = 25 * hourMs

/**
 * Until when visits count as caused by a nudge: 24 hours after the last device or window got it.
 * @param lastAt when the last device or window got it; null if that is not known
 */
export function visitsUntil(
  { inSlot }: { inSlot: boolean },
  sentAt: Date,
  lastAt: Date | null,
): Date {
  const last = lastAt ?? new Date(+sentAt + (inSlot ? slotsMs : 0))
  return new Date(+last + 24 * hourMs)
}

/** Whether so few people got a nudge that their visits are not shown. Two zeros mean that the numbers are not known. */
export const isSmallReach = (
  audience: AudienceKind,
  { people, windows }: { people: number; windows: number },
): boolean => audience === 'person' || (people + windows > 0 && people + windows < minMembers)
