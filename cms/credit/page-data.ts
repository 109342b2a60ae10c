import { getPayload, type Payload } from 'payload'
import config from '../../payload.config.ts'
import { databaseOf } from '../database/query.ts'
import { featuresOf, findProvider } from '../feature.ts'
import {
  amountOf,
  balanceOf,
  findLedgerSettings,
  type LedgerSettings,
  type StatementLine,
  statementMonthsOf,
  statementOf,
} from '../ledger/service.ts'
import { log } from '../log.ts'
import type { SignedIn } from '../members/contract.ts'
import type { ClaimableSend } from './contract.ts'
import { findSendByToken } from './look-up.ts'
import { findParties, findRoundsUp, listClaimable, listSends } from './queries.ts'
import { type SendState, type StatementView, sendOfReference } from './rules.ts'

const linesOnPage = 50

export { newFormKey } from '../http/form-key.ts'

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
  /** Whether the line is a contribution to the Common Good that has no message yet. */
  lacksMessage: boolean
}

/** A member's balance; null if it can't be read. */
export async function findBalance(member: SignedIn) {
  const db = databaseOf(await getPayload({ config }))
  return orNull('balance', () => balanceOf(db, `member:${member.id}`))
}

/**
 * What the member would lose by deleting their account now, in minor units: their credit and their waiting sends. Null
 * if it can't be read.
 */
export async function findCentsLostByDeletion(member: SignedIn): Promise<number | null> {
  const [balance, credit] = await Promise.all([findBalance(member), findSendsAndSettings(member)])
  if (!balance || !credit) return null
  const waiting = credit.sends.filter(({ state }) => state === 'waiting')
  return waiting.reduce((sum, { amount_cents }) => sum + amount_cents, balance.balanceCents)
}

/** The lines that a view of the statement shows; null if they can't be read. */
export async function findStatement(member: SignedIn, view: StatementView) {
  const payload = await getPayload({ config })
  return orNull('statement', async () => {
    const db = databaseOf(payload)
    const ledgerSettings = await findLedgerSettings(payload)
    const account = `member:${member.id}` as const
    const months = await statementMonthsOf(db, { account, timeZone: ledgerSettings.timeZone })
    const current = currentMonth(ledgerSettings)
    const month = view.month ?? current
    const { lines, ...ends } = await statementOf(db, {
      ...{ account, month, timeZone: ledgerSettings.timeZone, limit: linesOnPage + 1 },
      ...{ kind: view.kind ?? undefined, area: view.area, before: view.before ?? undefined },
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
  const find = findProvider(featuresOf(payload), 'contributionsWithoutMessage')
  if (!find || !transfers.length) return []
  return (await orNull('messages', () => find(databaseOf(payload), member, transfers))) ?? []
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
  const people = new Map(parties.map(({ id, email, sender }) => [id, email ?? sender]))
  return lines.map((line) => ({
    ...line,
    person: people.get(sendOfReference(line.reference) ?? 0) ?? null,
    lacksMessage: withoutMessage.includes(line.transfer),
  }))
}

const currentMonth = ({ timeZone }: LedgerSettings): string =>
  // The locale `en-CA` writes a date as `YYYY-MM-DD`.
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date()).slice(0, 7)

/** A member's sends, the sends that they can claim, and their settings. */
export async function findSendsAndSettings(member: SignedIn) {
  const payload = await getPayload({ config })
  return orNull('credit', async () => {
    const db = databaseOf(payload)
    return {
      sends: await listSends(db, member.id),
      waiting: await listClaimable(db, member.email, member.id),
      roundsUp: await findRoundsUp(db, member.id),
    }
  })
}

/** What other features add to the page. */
export async function findPageExtras() {
  const features = featuresOf(await getPayload({ config }))
  return {
    hasMessages: Boolean(findProvider(features, 'storeGiftMessage')),
    hasCases: Boolean(findProvider(features, 'openCase')),
    cardForm: findProvider(features, 'cardForm')?.() ?? null,
  }
}
export type PageExtras = Awaited<ReturnType<typeof findPageExtras>>

/**
 * The amount that a transfer took from the member's account, in minor units, and whether the transfer is a contribution
 * without a message. Null if it took nothing from the account, or can't be read.
 */
export async function findGift(
  member: SignedIn,
  transfer: number,
): Promise<{ cents: number; lacksMessage: boolean } | null> {
  const payload = await getPayload({ config })
  const amount = await orNull('gift', () =>
    amountOf(databaseOf(payload), { account: `member:${member.id}`, transfer }),
  )
  if (amount === null || amount >= 0) return null
  const withoutMessage = await withoutMessageOf(payload, member.id, [transfer])
  return { cents: -amount, lacksMessage: withoutMessage.length > 0 }
}

/** What the page of a mailed link shows; null: the link is not valid. */
export async function findClaim(
  token: string,
): Promise<(ClaimableSend & { state: SendState }) | null> {
  const send = await findSendByToken(await getPayload({ config }), token)
  if (!send) return null
  const { id, sender, currency, expires_at, state, is_due } = send
  return {
    ...{ id, sender, currency, expires_at, amount_cents: send.amount },
    state: state === 'waiting' && is_due ? 'returned' : state,
  }
}
