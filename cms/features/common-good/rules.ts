/** Limits of one cash booking by staff, in minor units. A negative amount is cash that was taken out. */
export const cashLimits = { min: -100_000_000, max: 100_000_000, required: true } as const

/**
 * What one person may take out of the Common Good within 24 hours without a second person, in minor units, unless the
 * venue's form has another amount. The function `common_good_limit` of the database repeats it.
 */
export const defaultSecondPersonCents = 50_00

/** The difference to the next whole pound (euro, …), in minor units. */
export const roundUpOf = (amountCents: number): number => (100 - (amountCents % 100)) % 100

/** In characters. */
export const maxNoteLength = 200

/**
 * How long a process caches data of the Common Good, such as its balance. A booking by staff drops the data in all
 * processes (`announce`). A payment announces nothing: commits that send notifications of PostgreSQL wait for each
 * other, and each notification would drop all cached pages, because their footers show the total.
 */
export const maxAgeMs = 5000

/**
 * Whether the note of staff about a movement is public. Notes about members' transfers are for staff only.
 * @param kind of the movement; for a reversal, the kind of the reversed transfer
 */
export const isPublicNote = (kind: string): boolean => kind === 'counted_cash' || kind === 'funding'

/**
 * Whether staff may reverse a movement at `/cms/common-good`. Other movements are corrected on the page where they were
 * booked.
 */
export const isReversible = ({
  kind,
  reversed_by,
}: {
  kind: string
  reversed_by: number | null
}): boolean => reversibleKinds.includes(kind) && reversed_by === null

const reversibleKinds = ['counted_cash', 'opening', 'funding']

/**
 * Ways out of the Common Good that a second person approves above the venue's limit: counted cash that is taken out,
 * the reversal of a movement that was booked for the Common Good, and the reversal of a member's gift or payment.
 */
export const outKinds = ['cash', 'reversal', 'credit_reversal'] as const

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

/** The text that is shown for a movement without a note. */
export const kindText = (kind: string): string => kindTexts[kind] ?? kind.replaceAll('_', ' ')

export const causeStates = ['open', 'funded', 'paid_out'] as const
export type CauseState = (typeof causeStates)[number]

/** Shown to staff. The texts for visitors are content. */
export const causeStateTexts: Record<CauseState, string> = {
  open: 'Open',
  funded: 'Funded',
  paid_out: 'Paid out',
}

/** The ledger accounts from which a payout can be paid. */
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
export const maxMessageLength = 200
export const maxNameLength = 40

/**
 * Within this time, a second message of a member with the same text and name is a duplicate, for example because of a
 * double click. The form has no idempotency key, because its page is cached for everybody.
 */
export const duplicateWindowHours = 24

/** How long a hidden message is kept. */
export const hiddenMessageRetentionDays = 30
