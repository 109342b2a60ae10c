import type { MailState } from '../mail/rules.ts'

/**
 * - `draft`: being written; nobody gets it
 * - `scheduled`: goes out at its time, with the words it had when that was said
 * - `sending`: each reader has a mail in the outbox
 * - `paused`: what has not gone out waits
 * - `sent`: no mail of it waits any more
 * - `cancelled`: what had not gone out was cancelled with it
 */
export const letterStates = [
  'draft',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'cancelled',
] as const
export type LetterState = (typeof letterStates)[number]

/** What a letter is, in a sentence. */
export const spokenState: Record<LetterState, string> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  sending: 'being sent',
  paused: 'paused',
  sent: 'sent',
  cancelled: 'cancelled',
}

/** What staff do with a letter. */
export const letterActions = [
  'schedule',
  'unschedule',
  'send',
  'pause',
  'resume',
  'cancel',
  'again',
  'show',
  'hide',
] as const
export type LetterAction = (typeof letterActions)[number]

const allowed: Record<LetterAction, readonly LetterState[]> = {
  schedule: ['draft', 'scheduled'],
  unschedule: ['scheduled'],
  send: ['draft', 'scheduled'],
  pause: ['sending'],
  resume: ['paused'],
  cancel: ['sending', 'paused'],
  again: ['sending', 'sent'],
  show: ['sending', 'paused', 'sent'],
  hide: ['sending', 'paused', 'sent'],
}

/** Whether a letter in this state can be treated so. */
export const canDo = (action: LetterAction, state: LetterState): boolean =>
  allowed[action].includes(state)

/** Whether a letter may still be written on. */
export const canWrite = (state: LetterState): boolean => state === 'draft'

/** Longest texts of a letter, in characters. */
export const longest = { subject: 120, preheader: 150 } as const

/** Braces around a word, as placeholders are written; around anything else they are just braces. */
export const braced = /\{(\p{L}[\p{L}\p{M}_-]*)(?:\|[^{}]*)?\}/gu

/** A subject as the last part of an address. */
export const slugOf = (subject: string): string =>
  subject
    .replace(braced, ' ')
    .normalize('NFKD')
    .replace(/[\p{M}'‘’ʼ]+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '') || 'letter'

/** The path of a letter’s own page. */
export const letterPath = (slug: string): string => `/letters/${slug}`

/** How the mails of a letter stand, as staff are told. */
export type Tally = Record<
  'queued' | 'sent' | 'kept' | 'deferred' | 'bounced' | 'failed' | 'cancelled',
  number
>

/** How many mails are in each state; `kept` are those that count as sent and never left the house. */
export type MailCounts = Partial<Record<MailState | 'kept', number>>

const toldAs: Record<keyof MailCounts, keyof Tally> = {
  queued: 'queued',
  sending: 'queued',
  held: 'queued',
  deferred: 'deferred',
  sent: 'sent',
  kept: 'kept',
  bounced: 'bounced',
  failed: 'failed',
  unknown: 'failed',
  cancelled: 'cancelled',
}

/** Every mail of a letter once: what is told adds up to the total. */
export function tallyOf(counts: MailCounts): Tally & { total: number } {
  const tally: Tally = {
    ...{ queued: 0, sent: 0, kept: 0, deferred: 0, bounced: 0, failed: 0, cancelled: 0 },
  }
  for (const [state, count] of Object.entries(counts) as [keyof MailCounts, number][]) {
    tally[toldAs[state]] += count
  }
  return { ...tally, total: Object.values(tally).reduce((sum, each) => sum + each, 0) }
}
