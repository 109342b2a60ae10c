import { titleToPathSegment } from '../../platform/http/texts/slug.ts'
import type { MailState } from '../../platform/mail/rules.ts'

/**
 * How many mails are in each state. `kept` mails stayed in the admin's mailbox, because there was no mail
 * server.
 */
export type MailCounts = Partial<Record<MailState | 'kept', number>>

/**
 * - `draft`: can be changed
 * - `scheduled`: will be sent at its time
 * - `sending`: each reader has a mail in the outbox
 * - `paused`: unsent mails are held
 * - `sent`: all mails are finished
 * - `cancelled`: unsent mails were cancelled
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

/** The states, worded for use in a sentence. */
export const stateLabels: Record<LetterState, string> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  sending: 'being sent',
  paused: 'paused',
  sent: 'sent',
  cancelled: 'cancelled',
}

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
  show: ['sending', 'paused', 'sent', 'cancelled'],
  hide: ['sending', 'paused', 'sent', 'cancelled'],
}

export const canDo = (action: LetterAction, state: LetterState): boolean =>
  allowed[action].includes(state)

export const canWrite = (state: LetterState): boolean => state === 'draft'

/** The query parameter with which a request may save a draft without a subject or a text. */
export const unfinishedParameter = 'unfinished'

/** Maximum lengths of a letter's texts, in characters. */
export const maxLengths = { subject: 120, preheader: 150 } as const

/** A word in braces, as placeholders are written. */
export const bracedWord = /\{(\p{L}[\p{L}\p{M}_-]*)(?:\|[^{}]*)?\}/gu

/** The last part of the path of a letter's page, made from the letter's subject. */
export const slugOf = (subject: string): string =>
  titleToPathSegment(subject.replace(bracedWord, ' '), 80) || 'letter'

/** The path of a letter’s own page. */
export const letterPath = (slug: string): string => `/letters/${slug}`

/** The path of a page of the list of public letters, counted from 1. */
export const archivePath = (page: number): string =>
  page === 1 ? '/letters' : `/letters/page/${page}`

/**
 * The states of mails as staff see them, and in the order in which staff see them. Their counts add up to the number of
 * readers.
 * - `kept`: stayed in the admin's mailbox, because there was no mail server
 * - `failed`: failed permanently without a bounce, or with an unknown outcome
 * - `cancelled`: the letter was cancelled, or the reader has left, paused or no longer has its topics
 */
export const tallyStates = [
  'sent',
  'kept',
  'queued',
  'deferred',
  'bounced',
  'failed',
  'cancelled',
] as const
export type TallyState = (typeof tallyStates)[number]
export type Tally = Record<TallyState, number>

const tallyStateOf: Record<keyof MailCounts, TallyState> = {
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

/** Counts each mail once, so the numbers add up to the total. */
export function tallyOf(counts: MailCounts): Tally & { total: number } {
  const tally = Object.fromEntries(tallyStates.map((state) => [state, 0])) as Tally
  for (const [state, count] of Object.entries(counts) as [keyof MailCounts, number][]) {
    tally[tallyStateOf[state]] += count
  }
  return { ...tally, total: Object.values(tally).reduce((sum, each) => sum + each, 0) }
}

/** Visits by a letter count if they began at most so many days after its last mail. */
export const visitDays = 14
/** For how many days after a visit by a letter those who reserve or come in count. A letter announces several weeks. */
export const cameDays = 28
/** What visits did is not shown if a letter had fewer readers. */
export const minReaders = 5
