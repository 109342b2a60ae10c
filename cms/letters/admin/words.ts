import { atVenue, type VenueTime } from '../../editing/venue-time.ts'
import type { AudienceReply, LetterStanding } from '../contract.ts'

/** A number as people read it: `1,204`. */
export const figure = (count: number): string => count.toLocaleString('en-GB')

export const readersOf = (count: number): string =>
  count === 1 ? 'one reader' : `${figure(count)} readers`

/** Whom a letter would go to, as a sentence. */
export function audienceSaid({ count, of }: AudienceReply): string {
  if (!of) return 'Nobody gets letters yet.'
  if (of === 1 && count) return 'Would go to the one reader there is.'
  const whole = `${figure(of)} who ${of === 1 ? 'gets' : 'get'} letters`
  if (!count) return `Would go to nobody of the ${whole}. Choose other readers.`
  return count === of ? `Would go to all ${whole}.` : `Would go to ${figure(count)} of ${whole}.`
}

/** Whom a letter goes to when it is sent, as a part of a sentence. */
export const goesTo = ({ count, of }: AudienceReply): string =>
  count === of
    ? `all ${figure(of)} who get letters`
    : `${figure(count)} of ${figure(of)} who get letters`

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** How far off a moment is, to two units: `2 hours and 10 minutes`. */
export function distanceSaid(ms: number): string {
  const at = units.findIndex(([, size]) => ms >= size)
  const [unit, size] = units[at] ?? []
  if (!unit || !size) return 'less than a minute'
  const whole = Math.floor(ms / size)
  const [smaller, part] = units[at + 1] ?? []
  const rest = part ? Math.floor((ms % size) / part) : 0
  const said = counted(whole, unit)
  return smaller && rest ? `${said} and ${counted(rest, smaller)}` : said
}

const longTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(at)

const remarks: Record<VenueTime['clock'], string> = {
  plain: '',
  skipped: ' The clocks go forward over that time: it is taken as much later.',
  twice: ' The clocks go back and show that time twice: the first one is meant.',
}

type Clocks = { timeZone: string; ownZone: string; now: Date }

/**
 * When a moment is, for whoever plans it: on the venue's clock, on their own where it shows another
 * time, and how far off.
 */
export function momentSaid(at: Date, { timeZone, ownZone, now }: Clocks): string {
  const there = longTime(at, timeZone)
  const here = longTime(at, ownZone)
  const own = here === there ? '' : ` On your clock that is ${here}.`
  const ms = at.getTime() - now.getTime()
  return `${there} (${timeZone}), ${ms > 0 ? `in ${distanceSaid(ms)}` : 'now'}.${own}`
}

/**
 * What was written into the field for a time, said back.
 * @param local `YYYY-MM-DDTHH:MM` on the venue's clock
 * @returns null where nothing was written; `isFault` where it can't be planned
 */
export function plannedSaid(
  local: string,
  clocks: Clocks,
): { words: string; isFault: boolean } | null {
  if (!local) return null
  const time = atVenue(local, clocks.timeZone)
  if (!time) return { words: 'There is no such day or time.', isFault: true }
  if (time.at <= clocks.now) {
    return { words: `That has passed on the venue’s clock (${clocks.timeZone}).`, isFault: true }
  }
  return { words: momentSaid(time.at, clocks) + remarks[time.clock], isFault: false }
}

/** The numbers that add up to all readers, in the order of a mail's life. */
export const tallied = [
  'sent',
  'kept',
  'queued',
  'deferred',
  'bounced',
  'failed',
  'cancelled',
] as const
export type Tallied = (typeof tallied)[number]

export const talliedNames: Record<Tallied, string> = {
  sent: 'Sent',
  kept: 'Not sent',
  queued: 'Queued',
  deferred: 'Deferred',
  bounced: 'Bounced',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** How many of a letter's mails need nothing more to be done. */
export const settledOf = ({ total, queued, deferred }: LetterStanding): number =>
  total - queued - deferred

/** How many of its readers have a letter: `450 of 1,200 readers have it`. */
export function haveIt({ total, sent }: Pick<LetterStanding, 'total' | 'sent'>): string {
  if (total === 1) return sent ? 'its one reader has it' : 'its one reader doesn’t have it'
  return `${figure(sent)} of ${readersOf(total)} ${sent === 1 ? 'has' : 'have'} it`
}

/** Whether nobody has a letter because it never left the house. */
export const stayed = ({ total, kept }: LetterStanding): boolean => total > 0 && kept === total

/** How a letter stands, as a sentence. */
export function standingSaid(standing: LetterStanding, clocks: Clocks): string {
  const { state, total, sent, kept, sendAt } = standing
  switch (state) {
    case 'draft':
      return 'A draft. It goes out to nobody.'
    case 'scheduled':
      return sendAt ? `Goes out on ${momentSaid(new Date(sendAt), clocks)}` : 'Scheduled.'
    case 'sending':
      return total === 1
        ? 'It is on its way to its one reader.'
        : `${figure(settledOf(standing))} of ${readersOf(total)} are done.`
    case 'paused':
      return total === 1
        ? `Paused: ${haveIt(standing)}.`
        : `Paused: ${haveIt(standing)}, the others wait.`
    case 'sent':
      if (stayed(standing)) return 'It stayed in the mailbox here: nobody has it.'
      return sent === total
        ? `Went out to ${total === 1 ? 'its one reader' : `all ${readersOf(total)}`}.`
        : `Went out to ${figure(sent)} of ${readersOf(total)}.${
            kept ? ` ${figure(kept)} stayed in the mailbox here.` : ''
          }`
    case 'cancelled':
      return `Cancelled: ${haveIt(standing)}, nobody else gets it.`
  }
}

/**
 * What a screen reader hears while a letter goes out: a word at each quarter, and at each change of
 * state. The same words for the same quarter, so that nothing is said twice.
 */
export function milestoneOf(standing: LetterStanding | null): string {
  if (!standing?.total) return ''
  const { state, total } = standing
  if (state === 'sending') {
    const quarters = Math.floor((settledOf(standing) / total) * 4)
    return quarters ? `${quarters * 25} per cent are done.` : 'The letter is on its way.'
  }
  return state === 'sent' ? `Done: ${haveIt(standing)}.` : `It is ${state}.`
}

/** After how long a letter in this state is looked at again. */
export const lookAgainMs: Record<LetterStanding['state'], number> = {
  draft: 30_000,
  scheduled: 5000,
  sending: 2000,
  paused: 10_000,
  sent: 20_000,
  cancelled: 20_000,
}
