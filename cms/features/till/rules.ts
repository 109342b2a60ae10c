import type { AccountCode, TransferKind } from '../ledger/rules.ts'
import type { VenueArea } from '../venue/rules.ts'

/** Cash drawers of areas. Those who work there count them themselves, blind: they see what was booked only afterwards. */
export const drawers = ['cafe', 'cocktail_bar', 'beer_hall'] as const
export type Drawer = (typeof drawers)[number]
export const areaOfDrawer: Record<Drawer, VenueArea> = {
  cafe: 'Cafe',
  cocktail_bar: 'Cocktail Bar',
  beer_hall: 'Beer Hall',
}
/** Card terminals: the one of the whole venue, and those of areas. */
export const terminals = ['card', 'card_cafe', 'card_cocktail_bar', 'card_beer_hall'] as const
/** Where staff take money: the cash drawer of the venue, the drawers of areas, and the card terminals. */
export const tills = ['cash', ...drawers, ...terminals] as const
export type Till = (typeof tills)[number]

/** The tills at which staff take money who do not see what a till should hold. */
export const blindTills = [...drawers, ...terminals] as const satisfies readonly Till[]

/** Those of `open` that stand in the same area as a drawer, and those of the whole venue. */
export const tillsBeside = (drawer: Drawer, open: readonly Till[]): Till[] =>
  open.filter(
    (till) => till === 'cash' || till === 'card' || till === drawer || till === `card_${drawer}`,
  )
export const isBlindTill = (till: Till): boolean => (blindTills as readonly Till[]).includes(till)

export const tillAccount = (till: Till): AccountCode => `till:${till}`

/** What staff may book for a member in one go, in minor units. */
export const topUpLimits = { min: 1, max: 500_00, required: true } as const
export const paymentLimits = { min: 1, max: 2_000_00, required: true } as const
export const bankLimits = { min: 1, max: 100_000_00, required: true } as const
/** Limits of a counted amount. Below zero: more was paid back than taken. */
export const countedLimits = { min: -100_000_000, max: 100_000_000, required: true } as const

/** In characters. */
export const maxReceiptLength = 60
export const maxNoteLength = 200
export const maxAnswerLength = 1000
/** In characters: the text of a case, including what the member added later. */
export const maxCaseLength = 2000

/** How often one staff member may look for members by card. */
export const findsPerHour = 120

/**
 * The amount taken at a till since its last closing. The balance of a till's account falls by each amount that is
 * taken.
 * @param balance of the account now
 * @param closingBalance of the account after the last closing; 0 if there is none
 */
export const takenSince = (balance: number, closingBalance: number): number =>
  closingBalance - balance

/** What a till holds by the books. */
export const heldIn = (balance: number): number => -balance

/**
 * Kinds of transfers that staff may reverse for a member. Payments by card on the web are refunded at the payment
 * service, senders take sent credit back themselves, and counted cash is reversed on the page where it was booked. The
 * price of an event is given back on the page where its guests are checked in, because a share of the price went to the
 * Common Good.
 */
const reversibleKinds: readonly TransferKind[] = ['top_up', 'payment', 'round_up', 'gift']

export const isReversible = ({
  kind,
  reference,
  reversed_by,
}: {
  kind: string
  reference: string | null
  reversed_by: number | null
}): boolean =>
  reversed_by === null &&
  !reference?.startsWith('event:') &&
  (reversibleKinds as readonly string[]).includes(kind)

const kindTexts: Record<TransferKind, string> = {
  top_up: 'Top-up at the bar',
  card_top_up: 'Top-up by card on the web',
  card_payment: 'Card payment on the web',
  card_refund: 'Refund of a card payment on the web',
  payment: 'Payment',
  gift: 'Gift to the Common Good',
  round_up: 'Rounded up',
  send: 'Sent to somebody',
  claim: 'Received from somebody',
  return: 'Sent credit that came back',
  counted_cash: 'Counted cash',
  opening: 'From before the ledger',
  funding: 'Set aside for a cause',
  payout: 'Paid out',
  reversal: 'Reversal',
  closing_difference: 'Difference at a closing',
  banked: 'Taken to the bank',
  event_share: 'Share of an event for the Common Good',
  deposit_visit: 'Deposit of a guest who came',
  deposit_no_show: 'Deposit of a guest who did not come',
  deposit_reopened: 'Deposit again, after a correction',
}

export const kindText = (kind: string): string => kindTexts[kind as TransferKind] ?? kind

/** A line of the trial balance. A balance below zero is a debit. */
export type TrialLine = { kind: string; code: string; debitCents: number; creditCents: number }

/**
 * @param balances of all accounts
 * @returns `isBalanced`: whether debit and credit are equal, which they are if the books are right
 */
export function trialBalance(
  balances: readonly { kind: string; code: string; balanceCents: number }[],
) {
  const lines: TrialLine[] = balances.map(({ kind, code, balanceCents }) => ({
    kind,
    code,
    debitCents: Math.max(-balanceCents, 0),
    creditCents: Math.max(balanceCents, 0),
  }))
  const sum = (side: 'debitCents' | 'creditCents') =>
    lines.reduce((total, line) => total + line[side], 0)
  const [debitCents, creditCents] = [sum('debitCents'), sum('creditCents')]
  return { lines, debitCents, creditCents, isBalanced: debitCents === creditCents }
}

/**
 * Codes of accounts in the venue's accounting, by the name of their field in `collections/accounting.ts`. Each account
 * has this code until admins write another.
 */
export const defaultAccountingCodes = {
  till_cash: '1000',
  till_card: '1010',
  clearing_stripe: '1020',
  clearing_opening: '1090',
  clearing_claims: '1710',
  clearing_bank: '1200',
  member: '1700',
  common_good: '1720',
  cause: '1730',
  venue: '4400',
  venue_deposits: '1740',
} as const
export type AccountField = keyof typeof defaultAccountingCodes

/** The name of the field with the accounting code of an account. All cash drawers have one code, and all terminals. */
export function accountField(account: AccountCode): AccountField {
  if (account === 'venue:deposits') return 'venue_deposits'
  const [kind = '', part = ''] = account.split(':')
  if (kind === 'till') return part.startsWith('card') ? 'till_card' : 'till_cash'
  return (kind === 'clearing' ? `${kind}_${part}` : kind) as AccountField
}

/** The name of the field with an area's rate of VAT in percent, see `collections/accounting.ts`. */
export const vatField = (area: VenueArea) =>
  `vat_${area.toLowerCase().replaceAll(' ', '_')}` as
    | 'vat_beer_hall'
    | 'vat_cafe'
    | 'vat_cocktail_bar'
    | 'vat_common_room'
    | 'vat_kitchens'
    | 'vat_event_spaces'

/** Why a value is no rate of VAT; null if it is one or empty. */
export const vatProblem = (value: unknown): string | null =>
  value === null ||
  value === undefined ||
  (typeof value === 'number' && value >= 0 && value <= 100 && Number.isInteger(value * 100))
    ? null
    : 'Write a rate between 0 and 100, with two decimals at most.'

/** The VAT that a gross amount in minor units contains, rounded to the nearest unit. @param rate in percent */
export const vatIn = (grossCents: number, rate: number): number =>
  Math.sign(grossCents) * Math.round((Math.abs(grossCents) * rate) / (100 + rate))

const salesKinds: readonly string[] = [
  'payment',
  'card_payment',
  'deposit_visit',
] satisfies TransferKind[]

/** Whether a transfer is a sale or takes one back, so that its price contains VAT. */
export const isSale = ({
  kind,
  reversed_kind,
}: {
  kind: string
  reversed_kind: string | null
}): boolean =>
  salesKinds.includes(kind) || (reversed_kind !== null && salesKinds.includes(reversed_kind))

export type CaseState = 'open' | 'answered' | 'closed'

/** How many years cases are kept after they ended. */
export const caseYears = 2
