/** What staff may book in one go, in minor units; below zero: it was taken out. */
export const cashLimits = { min: -100_000_000, max: 100_000_000, required: true } as const

/** In characters. */
export const longestNote = 200

/**
 * How long a process uses what it has read. What staff book is announced. Payments are not, because announcements make
 * commits wait for each other and drop all pages, whose footers show the total.
 */
export const maxAgeMs = 5000

/**
 * Whether everybody may read what staff wrote about a movement of this kind, or about its reversal. Notes about members'
 * transfers stay with staff.
 */
export const isPublicNote = (kind: string): boolean => kind === 'counted_cash' || kind === 'funding'

/** Movements that staff may reverse here; others are corrected where they were booked. */
export const isReversible = ({
  kind,
  reversed_by,
}: {
  kind: string
  reversed_by: number | null
}): boolean => reversibleKinds.includes(kind) && reversed_by === null

const reversibleKinds = ['counted_cash', 'opening', 'funding']

const kindTexts: Record<string, string> = {
  payment: 'A penny in the pound',
  gift: 'Gift',
  round_up: 'Rounded up',
  counted_cash: 'Counted cash',
  opening: 'From before the ledger',
  funding: 'Set aside for a cause',
  payout: 'Paid out',
  reversal: 'Reversal',
}

/** What a movement is for, if nobody wrote it. */
export const kindText = (kind: string): string => kindTexts[kind] ?? kind.replaceAll('_', ' ')

export const causeStates = ['open', 'funded', 'paid_out'] as const
export type CauseState = (typeof causeStates)[number]

/** For staff. What visitors read is content. */
export const causeStateTexts: Record<CauseState, string> = {
  open: 'Open',
  funded: 'Funded',
  paid_out: 'Paid out',
}

/** The accounts of the ledger by which payouts leave. */
export const payoutAccounts = ['till:cash', 'clearing:bank', 'till:card'] as const
export type PayoutAccount = (typeof payoutAccounts)[number]

/** For staff. */
export const payoutAccountTexts: Record<PayoutAccount, string> = {
  'till:cash': 'Cash at the bar',
  'clearing:bank': 'Bank account',
  'till:card': 'Card terminal',
}

/** What staff may move to a cause or pay out in one go, in minor units. */
export const causeLimits = { min: 1, max: 100_000_000, required: true } as const

/** In characters. */
export const longestMessage = 200
export const longestName = 40

/**
 * How long a message with the same text and name counts as the same request again, such as a double click. The page of the
 * form is the same for everybody, so it can't have a key for each form.
 */
export const repeatHours = 24

/** How long a hidden message is kept. */
export const hiddenDays = 30
