import type { VenueArea } from '../venue/rules.ts'

/** Accounts are named by codes. An account is created when it is first used. */
export type AccountCode =
  | `member:${number}`
  /** What the venue earned. */
  | 'venue:sales'
  /** What guests paid in advance, and the venue owes them until their visit. Never below zero. */
  | 'venue:deposits'
  | 'common_good'
  /** Money that the Common Good set aside for a cause. */
  | `cause:${number}`
  | 'till:cash'
  | 'till:card'
  /** Cash drawers of areas. */
  | 'till:cafe'
  | 'till:cocktail_bar'
  | 'till:beer_hall'
  /** Card terminals of areas. */
  | 'till:card_cafe'
  | 'till:card_cocktail_bar'
  | 'till:card_beer_hall'
  /** Source of the money that existed before the ledger. */
  | 'clearing:opening'
  /** Card payments on the web. */
  | 'clearing:stripe'
  /** Sent credit that was not claimed yet. */
  | 'clearing:claims'
  /** The venue's bank account: payouts by bank transfer, and what tills brought to it. */
  | 'clearing:bank'

/** What transfers are for. Rows store the kind, so no kind may be renamed. */
export const transferKinds = [
  'top_up',
  'card_top_up',
  /** A guest’s payment by card on the web, for something that the venue sells, or as a deposit. */
  'card_payment',
  /** The amount that a card payment lost by a refund or dispute, unless the loss is booked as a reversal. */
  'card_refund',
  'payment',
  'gift',
  'round_up',
  'send',
  'claim',
  'return',
  'counted_cash',
  'opening',
  'funding',
  'payout',
  'reversal',
  'closing_difference',
  /** What a till brought to the bank. */
  'banked',
  /**
   * The amount that the Common Good gets of an event's price, in addition to its share of the payment; of prices by card,
   * its whole share.
   */
  'event_share',
  /** A deposit that the venue earned, because the guest came. */
  'deposit_visit',
  /** A deposit that the venue earned, because the guest did not come. */
  'deposit_no_show',
  /** An earned deposit that is a deposit again, because staff corrected whether the guest came. */
  'deposit_reopened',
] as const
export type TransferKind = (typeof transferKinds)[number]

/** One account's part in a transfer. Above zero: the account gets the amount. */
export type Leg = { account: AccountCode; amountCents: number }

/** Money that goes from one account to another. */
export type MovedAmount = { from: AccountCode; to: AccountCode; amountCents: number }

/** Who caused a transfer or hold. */
export type Actor = { kind: 'member' | 'staff'; id: number } | { kind: 'system' }

/** What a transfer or hold is for. Contains no names, because it can't be erased. */
export type Purpose = {
  kind: TransferKind
  area?: VenueArea | null
  /** At most 120 characters, made by the program, such as `cause:3`. */
  reference?: string | null
}

/** The highest amount of a movement, in minor units. */
export const maxAmountCents = 1_000_000_000_00

export const isAmount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= maxAmountCents

/**
 * Currencies whose minor unit is not a hundredth, by ISO 4217. MGA is among them, because card payments take it without
 * decimals. The data of `Intl` can't tell: it says how amounts are usually written, and leaves out the decimals of HUF.
 */
const withoutHundredths = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XDR XOF XPF XSU BHD IQD JOD KWD LYD OMR TND'.split(
    ' ',
  ),
)

/** Whether amounts in hundredths of a currency are amounts in its minor unit. @param currency ISO 4217 code */
export const hasHundredths = (currency: string): boolean => !withoutHundredths.has(currency)

/** Why a venue can't have this currency, in words; null if it can. */
export function currencyProblem(currency: unknown): string | null {
  if (typeof currency !== 'string' || !Intl.supportedValuesOf('currency').includes(currency)) {
    return 'Write a currency code, for example GBP.'
  }
  if (hasHundredths(currency)) return null
  return `${currency} is not divided into hundredths. Prices, rounding up and card payments count in hundredths, so they would be wrong. Write the code of a currency with two decimals, for example GBP.`
}

/** The Common Good's share of a payment: a hundredth, rounded down. */
export const commonGoodShare = (amountCents: number): number => Math.floor(amountCents / 100)

/**
 * Why a movement is not valid; null if it is valid. The amount is checked at runtime, because it may come from a
 * request.
 */
export function movedAmountProblem({
  from,
  to,
  amountCents,
}: MovedAmount): 'invalid_amount' | 'same_account' | null {
  if (!isAmount(amountCents)) return 'invalid_amount'
  return from === to ? 'same_account' : null
}

/**
 * The amount that a movement adds to each account; the amounts add up to zero. The Common Good gets its share of a
 * payment to the venue.
 */
export function legsOf(kind: TransferKind, { from, to, amountCents }: MovedAmount): Leg[] {
  const hasShare = kind === 'payment' && to === 'venue:sales'
  const share = hasShare ? commonGoodShare(amountCents) : 0
  return [
    { account: from, amountCents: -amountCents },
    { account: to, amountCents: amountCents - share },
    ...(share ? [{ account: 'common_good', amountCents: share } as const] : []),
  ]
}

/** One violation that a check of the books found. */
export type Difference = {
  /** The rule that is violated. */
  rule:
    | 'transfer_hash'
    | 'transfer_sum'
    | 'entry_version'
    | 'entry_balance'
    | 'entry_hash'
    | 'account_balance'
    | 'account_held'
    /**
     * The account's kind or right to be overdrawn does not fit its code, its tables disagree on whether it is closed,
     * or it is overdrawn without that right.
     */
    | 'account_kind'
    /** An entry that an earlier check has seen is missing or has changed. */
    | 'anchor'
    /** The rows of `ledger_heads` do not match their signature. */
    | 'anchor_signature'
    | 'hold_posting'
    | 'month_sum'
    | 'total'
  account?: string
  stripe?: number
  version?: number
  transfer?: number
  hold?: number
  currency?: string
  month?: string
}
