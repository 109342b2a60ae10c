import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { log } from '../../platform/runtime/log/log.ts'
import {
  amountOf,
  balanceOf,
  creditStatesOf,
  findLedgerSettings,
  type LedgerSettings,
  openHoldsOf,
  type StatementLine,
  statementMonthsOf,
  statementOf,
} from '../ledger/service.ts'
import type { SignedIn } from '../members/contract.ts'
import type { ClaimableSend } from './contract.ts'
import { findSendByToken } from './look-up.ts'
import { cardForms, disputedEntries, giftMessages, type NamedDate, namesOfDates } from './ports.ts'
import { findParties, findRoundsUp, listClaimable, listSends } from './queries.ts'
import { dateOfReference, type SendState, type StatementView, sendOfReference } from './rules.ts'

const linesOnPage = 50

export { newFormKey } from '../../platform/http/cookies/form-key.ts'

/**
 * Returns null if the work fails; the page then says that the value could not be read. An unreadable amount must not
 * look like zero.
 */
async function orNull<T>(what: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: error, what }, 'a part of a member’s ledger could not be read')
    return null
  }
}

export type PageLine = StatementLine & {
  /** The name or address of the other person, if the line is about sent credit and the member may know them. */
  person: string | null
  /** The date of an event for which the money was moved; null if there is none. */
  event: NamedDate | null
  /** Whether the line is a contribution to the Common Good that has no message yet. */
  lacksMessage: boolean
}

/** A member's balance; null if it can't be read. */
export async function findBalance(payload: Payload, member: SignedIn) {
  const db = databaseOf(payload)
  return orNull('balance', async () => {
    // The state is read first: if the credit changes in between, the page is told and reads it again.
    const [found] = await creditStatesOf(db, [member.id])
    return { ...(await balanceOf(db, `member:${member.id}`)), state: found?.state ?? '' }
  })
}

/**
 * What the member would lose by deleting their account now, in minor units: their credit and their waiting sends. Null
 * if it can't be read.
 */
export async function findCentsLostByDeletion(
  payload: Payload,
  member: SignedIn,
): Promise<number | null> {
  const [balance, credit] = await Promise.all([
    findBalance(payload, member),
    findSendsAndSettings(payload, member),
  ])
  if (!balance || !credit) return null
  const waiting = credit.sends.filter(({ state }) => state === 'waiting')
  return waiting.reduce((sum, { amount_cents }) => sum + amount_cents, balance.balanceCents)
}

/** The lines that a view of the statement shows; null if they can't be read. */
export async function findStatement(payload: Payload, member: SignedIn, view: StatementView) {
  return orNull('statement', async () => {
    const db = databaseOf(payload)
    const ledgerSettings = await findLedgerSettings(payload)
    const account = `member:${member.id}` as const
    const months = await statementMonthsOf(db, { account, timeZone: ledgerSettings.timeZone })
    const current = currentMonth(ledgerSettings)
    const month = view.month ?? current
    const { lines, ...ends } = await statementOf(db, {
      account,
      month,
      timeZone: ledgerSettings.timeZone,
      limit: linesOnPage + 1,
      kind: view.kind ?? undefined,
      area: view.area,
      before: view.before ?? undefined,
    })
    const shown = lines.slice(0, linesOnPage)
    return {
      ...ends,
      month,
      months: { first: months?.first ?? current, last: current },
      isEmpty: months === null,
      lines: await withDetails(payload, member.id, shown),
      /** The `before` of the next page; null if this is the last page. */
      next: lines.length > shown.length ? (shown.at(-1)?.version ?? null) : null,
    }
  })
}

/** The transfers about which the member can still write a message; none if that can't be read. */
const withoutMessageOf = async (payload: Payload, member: number, transfers: readonly number[]) => {
  const messages = giftMessages.find(payload)
  if (!messages || !transfers.length) return []
  return (
    (await orNull('messages', () =>
      messages.findWithout(databaseOf(payload), member, transfers),
    )) ?? []
  )
}

async function withDetails(
  payload: Payload,
  member: number,
  lines: readonly StatementLine[],
): Promise<PageLine[]> {
  const ids = lines.flatMap(({ reference }) => sendOfReference(reference) ?? [])
  const parties = ids.length ? await findParties(databaseOf(payload), member, ids) : []
  const contributions = lines.filter(({ kind }) => kind === 'gift' || kind === 'round_up')
  const withoutMessage = await withoutMessageOf(
    payload,
    member,
    contributions.map(({ transfer }) => transfer),
  )
  const events = await eventsOf(payload, lines)
  const people = new Map(parties.map(({ id, email, sender }) => [id, email ?? sender]))
  return lines.map((line) => ({
    ...line,
    person: people.get(sendOfReference(line.reference) ?? 0) ?? null,
    event: events.get(dateOfReference(line.reference) ?? 0) ?? null,
    lacksMessage: withoutMessage.includes(line.transfer),
  }))
}

/** The dates of events to which references of transfers and holds refer, by their ids. */
async function eventsOf(
  payload: Payload,
  lines: readonly { reference: string | null }[],
): Promise<Map<number, NamedDate>> {
  const find = namesOfDates.find(payload)
  const ids = new Set(lines.flatMap(({ reference }) => dateOfReference(reference) ?? []))
  const found = find && ids.size ? await find(databaseOf(payload), [...ids]) : []
  return new Map(found.map((each) => [each.id, each]))
}

/** What is held on a member's account, with the date of an event for which it is held; null if it can't be read. */
export async function findHolds(
  payload: Payload,
  member: SignedIn,
): Promise<{ amountCents: number; event: NamedDate | null }[] | null> {
  return orNull('holds', async () => {
    const holds = await openHoldsOf(databaseOf(payload), `member:${member.id}`)
    const events = await eventsOf(payload, holds)
    return holds.map(({ amountCents, reference }) => ({
      amountCents,
      event: events.get(dateOfReference(reference) ?? 0) ?? null,
    }))
  })
}

const currentMonth = ({ timeZone }: LedgerSettings): string =>
  // The locale `en-CA` writes a date as `YYYY-MM-DD`.
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date()).slice(0, 7)

/** A member's sends, the sends that they can claim, and their settings. */
export async function findSendsAndSettings(payload: Payload, member: SignedIn) {
  return orNull('credit', async () => {
    const db = databaseOf(payload)
    return {
      sends: await listSends(db, member.id),
      waiting: await listClaimable(db, member.email, member.id),
      roundsUp: await findRoundsUp(db, member.id),
    }
  })
}

/** What other features add to the page. @param currency the venue's */
export function findPageExtras(payload: Payload, currency: string) {
  return {
    hasMessages: giftMessages.find(payload) !== undefined,
    hasCases: disputedEntries.find(payload) !== undefined,
    cardForm: cardForms.find(payload)?.(currency) ?? null,
  }
}
export type PageExtras = ReturnType<typeof findPageExtras>

/**
 * The amount that a transfer took from the member's account, in minor units, and whether the transfer is a contribution
 * without a message. Null if it took nothing from the account, or can't be read.
 */
export async function findGift(
  payload: Payload,
  member: SignedIn,
  transfer: number,
): Promise<{ cents: number; lacksMessage: boolean } | null> {
  const amount = await orNull('gift', () =>
    amountOf(databaseOf(payload), { account: `member:${member.id}`, transfer }),
  )
  if (amount === null || amount >= 0) return null
  const withoutMessage = await withoutMessageOf(payload, member.id, [transfer])
  return { cents: -amount, lacksMessage: withoutMessage.length > 0 }
}

/** What the page of a mailed link shows; null: the link is not valid. */
export async function findClaim(
  payload: Payload,
  token: string,
): Promise<(ClaimableSend & { state: SendState }) | null> {
  const send = await findSendByToken(payload, token)
  if (!send) return null
  const { id, sender, currency, expires_at, state, is_due } = send
  return {
    id,
    sender,
    currency,
    expires_at,
    amount_cents: send.amount,
    state: state === 'waiting' && is_due ? 'returned' : state,
  }
}
