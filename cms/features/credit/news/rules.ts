import type { TransferKind } from '../../ledger/rules.ts'

/** What members choose about: how they are told about each kind of news. */
export const newsKinds = ['top_up', 'payment', 'send', 'claim'] as const
export type NewsKind = (typeof newsKinds)[number]

/** `nudge`: by a push to the member's devices; by mail if none gets it. */
export const newsWays = ['nudge', 'mail', 'none'] as const
export type NewsWay = (typeof newsWays)[number]
export type NewsWays = Record<NewsKind, NewsWay>

export const defaultWays: NewsWays = {
  top_up: 'nudge',
  payment: 'nudge',
  send: 'nudge',
  claim: 'nudge',
}

const kinds: Partial<Record<string, NewsKind>> = {
  top_up: 'top_up',
  card_top_up: 'top_up',
  card_refund: 'payment',
  payment: 'payment',
  round_up: 'payment',
  reversal: 'payment',
  send: 'send',
  return: 'send',
  claim: 'claim',
} satisfies Partial<Record<TransferKind, NewsKind>>

/** The kind of news that a transfer is; null if members are not told, as with gifts. */
export const newsKindOf = (kind: string): NewsKind | null => kinds[kind] ?? null

/** A top-up by card on the web has a receipt, which is mailed whatever the way, unless the member wants no news. */
export const isReceipt = (kind: TransferKind): boolean => kind === 'card_top_up'

export type NewsMovement = {
  kind: TransferKind
  /** What the member's credit got; below zero if it lost it; null if the movement was another member's. */
  amountCents: number | null
  /** The amount without a sign. */
  money: string
  area: string | null
  /** The other person of sent credit, if the member may know them. */
  person: string | null
}

/** One line about a movement. */
export function newsLine({ kind, amountCents, money, area, person }: NewsMovement): string {
  switch (kind) {
    case 'top_up':
      return `${money} topped up`
    case 'card_top_up':
      return `${money} topped up by card`
    case 'card_refund':
      return `${money} went back to your card`
    case 'round_up':
      return `${money} rounded up for the Common Good`
    case 'send':
      return person ? `${money} sent to ${person}` : `${money} sent`
    case 'return':
      return `${money} that you sent came back`
    case 'claim':
      if (amountCents === null) return `${money} that you sent was taken`
      return person ? `${money} from ${person} is yours` : `${money} is yours`
    case 'reversal':
      return (amountCents ?? 0) > 0 ? `${money} came back to you` : `${money} was taken back`
    default:
      // Another member paid, for a lunch that this one fetched.
      if ((amountCents ?? 0) > 0) return `${money} for what you fetched`
      return area ? `${money} paid, ${area}` : `${money} paid`
  }
}
