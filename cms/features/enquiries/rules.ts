/** Where an enquiry stands. The board has a column for each. */
export const enquiryStatuses = ['new', 'answered', 'quoted', 'held', 'won', 'lost'] as const
export type EnquiryStatus = (typeof enquiryStatuses)[number]

/** Why an enquiry came to nothing. */
export const lostReasons = ['price', 'date', 'elsewhere', 'plans', 'silence', 'unsuitable'] as const
export type LostReason = (typeof lostReasons)[number]

/** When on a day the guests want the space: the venue’s four slots, or all day. */
export const dayParts = ['Morning', 'Afternoon', 'Evening', 'Late Night', 'All day'] as const

/** Who wrote what of an enquiry: the guest; staff, by mail; staff, for staff; the program, about a change. */
export const messageKinds = ['guest', 'mail', 'note', 'change'] as const
export type MessageKind = (typeof messageKinds)[number]

/** `sent`: can be accepted; `replaced`: there is a newer one; `expired`: nobody accepted or paid in time. */
export const quoteStatuses = [
  'sent',
  'accepted',
  'replaced',
  'withdrawn',
  'declined',
  'expired',
] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

export const fileTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const
export type FileType = (typeof fileTypes)[number]

export const enquirePath = '/book/hall'
export const enquiryPath = (token: string): string => `${enquirePath}/enquiry/${token}`
export const adminPath = '/cms/enquiries'

export const limits = {
  people: 1000,
  budgetCents: 10_000_000,
  name: 120,
  words: 4000,
  note: 4000,
  subject: 120,
  /** Days that a guest proposes. */
  days: 3,
  daysAhead: 1100,
  files: 3,
  fileBytes: 5 * 1024 * 1024,
  fileName: 100,
  lines: 20,
  line: 160,
  quantity: 1000,
  cents: 10_000_000,
  /** How long a quote can be valid, in days. */
  validDays: 90,
  /** Standing enquiries of one mailbox. */
  standing: 5,
  /** Messages of one enquiry, so that a link cannot fill the database. */
  messages: 500,
} as const

/** Days until an enquiry, or a guest’s message, has to be answered. */
export const answerDays = 2
/** Days until staff ask again, after they have answered. */
export const askAgainDays = 7
/** Days in which a deposit is paid after a quote was accepted. */
export const depositDays = 7
/** Enquiries that are over are erased after this many days. */
export const keptDays = 365
/** Those whose address nobody confirmed are erased sooner. */
export const keptUnconfirmedDays = 30
/** How long enquiries whose address nobody confirmed count among those that a mailbox may have. */
export const unconfirmedCountDays = 2

export const isOpen = (status: EnquiryStatus): boolean => status !== 'won' && status !== 'lost'

/** Whether staff are late. A day counts as a whole. */
export const isOverdue = ({ dueOn }: { dueOn: string | null }, today: string): boolean =>
  dueOn !== null && dueOn < today

/** What staff may do with an enquiry. */
export const staffActions = [
  'mail',
  'quote',
  'withdraw',
  'win',
  'lose',
  'reopen',
  'draft_event',
] as const
export type StaffAction = (typeof staffActions)[number]

const allowedIn: Record<StaffAction, readonly EnquiryStatus[]> = {
  mail: enquiryStatuses,
  quote: ['new', 'answered', 'quoted'],
  withdraw: ['quoted', 'held'],
  win: ['quoted', 'held'],
  lose: ['new', 'answered', 'quoted', 'held', 'won'],
  reopen: ['lost'],
  draft_event: ['held', 'won'],
}

export const canDo = (action: StaffAction, status: EnquiryStatus): boolean =>
  allowedIn[action].includes(status)

/** The status after staff have written a mail: only a new enquiry changes. */
export const statusAfterMail = (status: EnquiryStatus): EnquiryStatus =>
  status === 'new' ? 'answered' : status

/** A line of a quote. Prices contain the VAT. */
export type QuoteLine = {
  text: string
  quantity: number
  /** Of one, in minor units. */
  cents: number
  vatPercent: number
}

export const lineTotal = ({ quantity, cents }: Pick<QuoteLine, 'quantity' | 'cents'>): number =>
  quantity * cents

type QuoteTotals = {
  totalCents: number
  /** The VAT that the total contains, by rate, the highest first. Rates without a line are left out. */
  vat: { percent: number; cents: number }[]
}

/** The VAT is computed from the sum of each rate and rounded once, so it is the same however lines are split. */
export function totalsOf(lines: readonly QuoteLine[]): QuoteTotals {
  const sums = new Map<number, number>()
  for (const line of lines) {
    sums.set(line.vatPercent, (sums.get(line.vatPercent) ?? 0) + lineTotal(line))
  }
  return {
    totalCents: [...sums.values()].reduce((sum, cents) => sum + cents, 0),
    vat: [...sums]
      .toSorted(([one], [other]) => other - one)
      .map(([percent, cents]) => ({
        percent,
        cents: Math.round((cents * percent) / (100 + percent)),
      })),
  }
}

/** What is wrong with a quote that staff typed; null if nothing is. */
export function quoteProblem({
  lines,
  depositCents,
  from,
  until,
  validUntil,
  now,
}: {
  lines: readonly QuoteLine[]
  depositCents: number
  from: Date
  until: Date
  validUntil: Date
  now: Date
}): string | null {
  const { totalCents } = totalsOf(lines)
  if (until <= from) return 'It has to end after it begins.'
  if (until.getTime() - from.getTime() > 3 * dayMs) return 'A quote is for three days at most.'
  if (from <= now) return 'That time is over. Choose a time to come.'
  if (totalCents < 0) return 'The total is below zero.'
  if (depositCents > totalCents) return 'The deposit is more than the total.'
  if (validUntil <= now) return 'Choose a later time until which it is valid.'
  if (validUntil > from) return 'It can be valid until the event begins, not longer.'
  if (validUntil.getTime() - now.getTime() > limits.validDays * dayMs) {
    return `It can be valid for ${limits.validDays} days at most.`
  }
  return null
}

const dayMs = 86_400_000

/** Until when an accepted quote waits for its deposit: a week, but not longer than until the event begins. */
export const payUntil = (acceptedAt: Date, from: Date): Date =>
  new Date(Math.min(acceptedAt.getTime() + depositDays * dayMs, from.getTime()))

/**
 * An amount as people type large ones, `1,400` or `1.400`, without what separates its thousands: here nobody means one and
 * 400 thousandths. Other texts stay as they are.
 */
export const withoutThousands = (amount: string): string =>
  amount.replace(/(?<![\d.,])([1-9]\d{0,2})[.,](\d{3})(?![\d.,])/, '$1$2')

/** The part of a subject by which a guest’s reply is recognised. */
export const referencePattern = /\bE(\d{1,9})-([0-9a-f]{12})\b/i
