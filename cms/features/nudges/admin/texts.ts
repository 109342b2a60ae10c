import { formatNumber } from '../../../platform/ui/format-number.ts'
import { describeTime } from '../../letters/admin/texts.ts'
import { formatVenueTime } from '../../venue/time/venue-time.ts'
import type { NudgeProgress } from '../contract.ts'
import { formatDeviceCount } from '../format-counts.ts'
import { linkKind, type NudgeState, nudgeProblems, parseNudgeLink, stateLabels } from '../rules.ts'

/** What a click on the nudge does, or what is wrong with its link. Null while nothing is typed. */
export function describeLink(typed: string): { text: string; isProblem: boolean } | null {
  if (!typed.trim()) return null
  const link = parseNudgeLink(typed)
  if (link === null) return { text: nudgeProblems.link, isProblem: true }
  const text =
    linkKind(link) === 'tab'
      ? `A click opens ${new URL(link).host} in a new tab.`
      : `A click opens ${link} on the site.`
  return { text, isProblem: false }
}

/** A nudge's validity: `1 hour`, `90 minutes`. */
export function describeValidity(minutes: number): string {
  if (minutes % 60) return minutes === 1 ? '1 minute' : `${formatNumber(minutes)} minutes`
  return minutes === 60 ? '1 hour' : `${formatNumber(minutes / 60)} hours`
}

/** When recipients get a nudge that is sent at once or in time slots, as part of a sentence about the recipients. */
export const describeWay = (inSlot: boolean): string =>
  inSlot
    ? 'to each when a time slot that they prefer begins, within the next 24 hours; at once to those whose slot is now, and to those who told us none'
    : 'at once'

export const stateNames: Record<NudgeState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  cancelled: 'Cancelled',
}

const intervalsMs: Record<NudgeState, number> = {
  draft: 30_000,
  scheduled: 5000,
  sending: 2000,
  sent: 5000,
  cancelled: 20_000,
}
const firstMinuteMs = 60_000
const inSlotIntervalMs = 30_000

export type NudgeTimes = {
  state: NudgeState
  at?: string | null
  sent_at?: string | null
  in_slot?: boolean | null
  missed_at?: string | null
  updatedAt: string
}

/** What the list of nudges shows for a nudge's state: a text, and a time in ISO 8601. */
export function describeWhen(nudge: NudgeTimes): [string, string | null | undefined] {
  const { state, at, sent_at, in_slot, missed_at, updatedAt } = nudge
  switch (state) {
    case 'draft':
      return missed_at ? ['Was missed', missed_at] : ['Written', updatedAt]
    case 'scheduled':
      return ['Goes out', at]
    case 'sending':
      return [in_slot ? 'By time slot, since' : 'Sending since', sent_at]
    case 'sent':
      return [in_slot ? 'By time slot, from' : 'Went out', sent_at]
    case 'cancelled':
      return ['Cancelled', updatedAt]
  }
}

/**
 * How often the progress of a nudge is requested. Devices can wait up to a day for their time slots. Counting many
 * devices takes time, so the progress is requested less often while they wait.
 */
export function pollIntervalMs(
  state: NudgeState,
  progress: Pick<NudgeProgress, 'inSlot' | 'sentAt'> | null,
  now: Date,
): number {
  const sentAt = progress?.inSlot ? progress.sentAt : null
  const waits = sentAt !== null && +now - Date.parse(sentAt) > firstMinuteMs
  return waits ? inSlotIntervalMs : intervalsMs[state]
}

/** Why a nudge that was scheduled is a draft again. @param missedAt ISO 8601 */
export const describeMissed = (missedAt: string, { timeZone }: { timeZone: string }): string =>
  `It was to go out on ${formatVenueTime(new Date(missedAt), timeZone)}, but nothing ran then, or those it is for no longer exist. Nobody got it.`

const describeAccepted = ({ accepted, devices }: NudgeProgress) =>
  `${formatNumber(accepted)} of ${formatDeviceCount(devices)} ${accepted === 1 ? 'has' : 'have'} it`

/** The progress of a nudge, as a sentence. */
export function describeProgress(
  progress: NudgeProgress,
  clocks: { timeZone: string; ownZone: string; now: Date },
): string {
  const { state, at, devices, queued, clicked, inSlot } = progress
  switch (state) {
    case 'draft':
      return 'A draft. Nobody gets it.'
    case 'scheduled':
      return at ? `Goes out on ${describeTime(new Date(at), clocks)}` : 'Scheduled.'
    case 'sending':
      if (!devices) return 'Goes out to open windows of the site; no device gets it.'
      if (devices === 1) {
        return inSlot
          ? 'Goes to its one device in the person’s time slot.'
          : 'It is on its way to its one device.'
      }
      return `${formatNumber(devices - queued)} of ${formatDeviceCount(devices)} ${devices - queued === 1 ? 'is' : 'are'} done${inSlot ? ', each in its person’s time slot' : ''}.`
    case 'sent':
      if (!devices) return 'Went out to open windows of the site; no device got it.'
      return `${describeAccepted(progress)}; ${clicked ? `${formatNumber(clicked)} clicked` : 'nobody clicked on a device yet'}.`
    case 'cancelled':
      return devices
        ? `Cancelled: ${describeAccepted(progress)}, nobody else gets it.`
        : 'Cancelled. Nobody else gets it.'
  }
}

/**
 * What a screen reader announces while a nudge is sent: each quarter and each change of state. The text does not
 * change at other times, so nothing is announced twice.
 */
export function describeMilestone(progress: NudgeProgress): string {
  const { state, devices, queued } = progress
  if (state !== 'sending') return `The nudge is ${stateLabels[state]}.`
  const quarters = devices ? Math.floor(((devices - queued) / devices) * 4) : 0
  return quarters ? `${quarters * 25} per cent are done.` : 'The nudge is on its way.'
}

/** The views and clicks in windows of browsers that did not get the nudge by push; null if no window showed it. */
export const describeWindows = ({ window_views, window_clicks }: NudgeProgress): string | null =>
  window_views
    ? `In open windows: ${formatNumber(window_views)} saw it, ${formatNumber(window_clicks)} clicked.`
    : null

/** The steps from a device to a click. Each step counts a subset of the devices of the step before. */
export const deliverySteps = [
  ['devices', 'Devices'],
  ['sent', 'Sent'],
  ['accepted', 'Accepted'],
  ['received', 'Received'],
  ['shown', 'Shown'],
  ['clicked', 'Clicked'],
] as const satisfies [keyof NudgeProgress, string][]

/** The states and outcomes of deliveries that are not in `deliverySteps`. Numbers that are 0 are not shown. */
export const otherOutcomes = [
  ['queued', 'Waiting'],
  ['cancelled', 'Cancelled', 'It was cancelled before they got it.'],
  [
    'skipped',
    'Left out',
    'Had enough nudges, quiet hours that outlast it, or a device with a new owner.',
  ],
  ['expired', 'Too late', 'It was no longer valid before it could be delivered.'],
  ['gone', 'Gone', 'The device gets no nudges any more.'],
  ['failed', 'Refused', 'By the service that delivers pushes.'],
  [
    'unknown',
    'Unknown',
    'The program stopped while it was sent, and it was too late to send it again.',
  ],
  ['unsubscribed', 'Turned off', 'They turned nudges off within a day.'],
] as const satisfies [keyof NudgeProgress, string, string?][]
