import { formatNumber } from '../../../platform/ui/format-number.ts'
import { formatVenueTime, type VenueTime, venueTimeOf } from '../../venue/time/venue-time.ts'
import type { AudienceReply, LetterProgress } from '../contract.ts'
import type { TallyState } from '../rules.ts'

export const formatReaderCount = (count: number): string =>
  count === 1 ? 'one reader' : `${formatNumber(count)} readers`

/** How many readers a letter would have, as a sentence. */
export function describeAudience({ count, of }: AudienceReply): string {
  if (!of) return 'Nobody gets letters yet.'
  if (of === 1 && count) return 'Would go to the one reader there is.'
  const whole = `${formatNumber(of)} who ${of === 1 ? 'gets' : 'get'} letters`
  if (!count) return `Would go to nobody of the ${whole}. Choose other readers.`
  return count === of
    ? `Would go to all ${whole}.`
    : `Would go to ${formatNumber(count)} of ${whole}.`
}

/** The recipients of a letter, as part of a sentence. */
export const describeRecipients = ({ count, of }: AudienceReply): string =>
  count === of
    ? of === 1
      ? 'the one reader there is'
      : `all ${formatNumber(of)} who get letters`
    : `${formatNumber(count)} of ${formatNumber(of)} who get letters`

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const formatUnitCount = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** A duration in at most two units: `2 hours and 10 minutes`. */
export function describeDuration(ms: number): string {
  const index = units.findIndex(([, size]) => ms >= size)
  const [unit, size] = units[index] ?? []
  if (!unit || !size) return 'less than a minute'
  const whole = Math.floor(ms / size)
  const [smaller, smallerSize] = units[index + 1] ?? []
  const rest = smallerSize ? Math.floor((ms % size) / smallerSize) : 0
  const said = formatUnitCount(whole, unit)
  return smaller && rest ? `${said} and ${formatUnitCount(rest, smaller)}` : said
}

const remarks: Record<VenueTime['clock'], string> = {
  plain: '',
  skipped: ' The clocks go forward over that time: it is taken as much later.',
  twice: ' The clocks go back and show that time twice: the first one is meant.',
}

type Clocks = { timeZone: string; ownZone: string; now: Date }

/**
 * Describes a time on the venue's clock, the time left until then, and the time on the user's clock if it
 * differs.
 */
export function describeTime(at: Date, { timeZone, ownZone, now }: Clocks): string {
  const venueTime = formatVenueTime(at, timeZone)
  const ownTime = formatVenueTime(at, ownZone)
  const own = ownTime === venueTime ? '' : ` On your clock that is ${ownTime}.`
  const ms = at.getTime() - now.getTime()
  return `${venueTime} (${timeZone}), ${ms > 0 ? `in ${describeDuration(ms)}` : 'now'}.${own}`
}

/**
 * Describes the time that the user typed.
 * @param local `YYYY-MM-DDTHH:MM` on the venue's clock
 * @returns null for an empty field; `isProblem`: the letter cannot be scheduled for this time
 */
export function describePlan(
  local: string,
  clocks: Clocks,
): { words: string; isProblem: boolean } | null {
  if (!local) return null
  const time = venueTimeOf(local, clocks.timeZone)
  if (!time) return { words: 'There is no such day or time.', isProblem: true }
  if (time.at <= clocks.now) {
    return { words: `That has passed on the venue’s clock (${clocks.timeZone}).`, isProblem: true }
  }
  return { words: describeTime(time.at, clocks) + remarks[time.clock], isProblem: false }
}

export const tallyNames: Record<TallyState, string> = {
  sent: 'Sent',
  kept: 'Not sent',
  queued: 'Queued',
  deferred: 'Deferred',
  bounced: 'Bounced',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** How many of a letter's mails are finished. */
export const countDone = ({ total, queued, deferred }: LetterProgress): number =>
  total - queued - deferred

/** `450 of 1,200 readers have it` */
export function describeDelivered({ total, sent }: Pick<LetterProgress, 'total' | 'sent'>): string {
  if (total === 1) return sent ? 'its one reader has it' : 'its one reader doesn’t have it'
  return `${formatNumber(sent)} of ${formatReaderCount(total)} ${sent === 1 ? 'has' : 'have'} it`
}

/** Whether all mails of the letter stayed in the admin's mailbox, because there was no mail server. */
export const isAllKept = ({ total, kept }: LetterProgress): boolean => total > 0 && kept === total

/** The progress of a letter, as a sentence. */
export function describeProgress(progress: LetterProgress, clocks: Clocks): string {
  const { state, total, sent, kept, sendAt } = progress
  switch (state) {
    case 'draft':
      return 'A draft. It goes out to nobody.'
    case 'scheduled':
      return sendAt ? `Goes out on ${describeTime(new Date(sendAt), clocks)}` : 'Scheduled.'
    case 'sending':
      return total === 1
        ? 'It is on its way to its one reader.'
        : `${formatNumber(countDone(progress))} of ${formatReaderCount(total)} are done.`
    case 'paused':
      return total === 1
        ? `Paused: ${describeDelivered(progress)}.`
        : `Paused: ${describeDelivered(progress)}, the others wait.`
    case 'sent':
      if (isAllKept(progress)) return 'It stayed in the mailbox here: nobody has it.'
      if (total === 0) return 'It is in the archive. Nobody got it by mail.'
      return sent === total
        ? `Went out to ${total === 1 ? 'its one reader' : `all ${formatReaderCount(total)}`}.`
        : `Went out to ${formatNumber(sent)} of ${formatReaderCount(total)}.${
            kept ? ` ${formatNumber(kept)} stayed in the mailbox here.` : ''
          }`
    case 'cancelled':
      return `Cancelled: ${describeDelivered(progress)}, nobody else gets it.`
  }
}

/**
 * What a screen reader announces while a letter is sent: each quarter and each change of state. The text changes only
 * at these points, so nothing is announced twice.
 */
export function describeMilestone(progress: LetterProgress | null): string {
  if (!progress?.total) return ''
  const { state, total } = progress
  if (state === 'sending') {
    const quarters = Math.floor((countDone(progress) / total) * 4)
    return quarters ? `${quarters * 25} per cent are done.` : 'The letter is on its way.'
  }
  return state === 'sent' ? `Done: ${describeDelivered(progress)}.` : `It is ${state}.`
}

/** How often the progress of a letter is requested, by the letter's state. */
export const pollIntervalMs: Record<LetterProgress['state'], number> = {
  draft: 30_000,
  scheduled: 5000,
  sending: 2000,
  paused: 10_000,
  sent: 20_000,
  cancelled: 20_000,
}
