import { type TransferKind, transferKinds } from '../ledger/rules.ts'
import { isVenueArea, type VenueArea } from '../venue/rules.ts'

/** What a member may give to the Common Good at once, in minor units. */
export const giftLimits = { min: 1, max: 1_000_00 } as const

/** In characters. */
export const maxMessageLength = 200
export const maxReportLength = 500

/** Limits of a member's sends, in minor units. A day is the last 24 hours. Sends that were taken back count too. */
export const sendLimits = {
  min: 1_00,
  max: 50_00,
  centsPerDay: 100_00,
  sendsPerDay: 5,
  /** Sends of all members to one address, because each send is a mail. */
  sendsPerDayToAddress: 10,
} as const

/** How many days sent credit can be claimed. Afterwards it goes back to its sender. */
export const claimDays = 14

/** How many days the address of a send is kept after the send ended. */
export const addressDays = 90

export type SendState = 'waiting' | 'claimed' | 'returned'

/** The reference of a send's transfers. A statement uses it to find the other person. */
export const sendReference = (id: number): string => `send:${id}`

/** The send that a transfer belongs to; null for other transfers. */
export function sendOfReference(reference: string | null): number | null {
  const [, id] = /^send:([1-9]\d{0,8})$/.exec(reference ?? '') ?? []
  return id ? Number(id) : null
}

/** The date of an event that a transfer or hold belongs to; null for others. */
export function dateOfReference(reference: string | null): number | null {
  const [, id] = /^event:([1-9]\d{0,8})$/.exec(reference ?? '') ?? []
  return id ? Number(id) : null
}

/**
 * How a mail names the sender: by the first name if it is one plain word, otherwise by the address. Members type their
 * names, and a mail to a stranger must not contain a sentence or link that a member typed.
 */
export function senderName({ name, email }: { name: string | null; email: string }): string {
  const [first = ''] = (name ?? '').trim().split(/\s+/)
  return /^[\p{L}\p{M}][\p{L}\p{M}'’-]{0,29}$/u.test(first) ? first : email
}

/** The kinds of transfers that a member's statement can be filtered by. */
export const statementKinds = [
  'top_up',
  'card_top_up',
  'card_refund',
  'payment',
  'gift',
  'round_up',
  'send',
  'claim',
  'return',
  'reversal',
] as const satisfies readonly TransferKind[]

const isKind = (value: string): value is TransferKind =>
  (transferKinds as readonly string[]).includes(value)

/** `YYYY-MM`, from 2000 to 2099. */
export const isMonth = (value: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(value)

/** Adds months to `YYYY-MM`. @param count negative for an earlier month */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** The view that the query of the ledger's URL selects. `month` null: the current month. */
export type StatementView = {
  month: string | null
  kind: TransferKind | null
  area: VenueArea | null
  /**
   * A `version`, the sequence number of an entry in its account; only entries with a lower one are listed. Null: the
   * list starts with the newest entry.
   */
  before: number | null
}

/** Reads the query of the ledger's URL; invalid values count as missing. */
export function readView(query: URLSearchParams): StatementView {
  const [month, kind, area] = ['month', 'kind', 'area'].map((name) => query.get(name) ?? '') as [
    string,
    string,
    string,
  ]
  const before = query.get('before') ?? ''
  return {
    month: isMonth(month) ? month : null,
    kind: isKind(kind) ? kind : null,
    area: isVenueArea(area) ? area : null,
    before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null,
  }
}

/** The query of the ledger's URL, or of the URL of the statement's file. */
export function writeView(view: Partial<StatementView>): string {
  const query = new URLSearchParams()
  for (const name of ['month', 'kind', 'area', 'before'] as const) {
    const value = view[name]
    if (value) query.set(name, String(value))
  }
  return query.size ? `?${query}` : ''
}
