import type { Payload } from 'payload'
import { cachedRead } from '../../platform/database/cached-read.ts'
import { databaseOf } from '../../platform/database/query.ts'
import { findPictures } from '../../platform/media/service.ts'
import { mediaTag } from '../../platform/media/tags.ts'
import {
  findCommonGoodMonths,
  findLedgerSettings,
  findReversedTransfers,
  type NotableMovement,
  notableMovements,
} from '../ledger/service.ts'
import { type Cause, causeOfReference, findCauses } from './causes.ts'
import { lastMonths, sourcesOf } from './month-sums.ts'
import { findNames, listShown, type Message } from './queries/messages.ts'
import { listReversalsOf, listReversed } from './queries/payout-reversals.ts'
import { listApproved } from './queries/payouts.ts'
import { isPublicNote, maxAgeMs } from './rules.ts'
import { combinedTotalCents } from './service.ts'
import { commonGoodPagesTag, commonGoodTag } from './tags.ts'

const shownMovements = 15
const shownPayouts = 12
const shownMessages = 60

/** The data of `/common-good`. The time to read it does not depend on the number of transfers. */
export const findPublicPage = (payload: Payload) =>
  cachedRead(
    'common-good-page',
    [commonGoodTag, commonGoodPagesTag, mediaTag],
    () => read(payload),
    maxAgeMs,
  )

/** The newest public messages, without messages about reversed transfers. */
export const findShownMessages = (payload: Payload): Promise<PublicMessage[]> =>
  cachedRead(
    'common-good-messages',
    [commonGoodPagesTag],
    async () => {
      const db = databaseOf(payload)
      // Reads more messages than are shown, because those about reversed transfers are left out.
      const messages = await listShown(db, 2 * shownMessages)
      const reversed = await findReversedTransfers(
        db,
        messages.flatMap(({ transfer }) => transfer ?? []),
      )
      return messages
        .filter(({ transfer }) => transfer === null || !reversed.includes(transfer))
        .slice(0, shownMessages)
        .map(toPublicMessage)
    },
    maxAgeMs,
  )

async function read(payload: Payload) {
  const db = databaseOf(payload)
  const { timeZone } = await findLedgerSettings(payload)
  const [totalCents, sums, movements, causes, payouts, reversed, messages] = await Promise.all([
    combinedTotalCents(payload),
    findCommonGoodMonths(db),
    notableMovements(db, shownMovements),
    findCauses(payload),
    listApproved(db, shownPayouts),
    listReversed(db, shownPayouts),
    findShownMessages(payload),
  ])
  const names = await findNames(
    db,
    movements.flatMap(({ id, kind, reversed_by }) => (kind === 'gift' && !reversed_by ? id : [])),
  )
  const reversals = await listReversalsOf(
    db,
    payouts.map(({ id }) => id),
  )
  const takenBack = new Set(
    reversals.flatMap(({ payout, state }) => (state === 'approved' ? payout : [])),
  )
  const pictures = await findPictures(payload, [
    ...causes.flatMap(({ picture }) => picture ?? []),
    ...payouts.map(({ receipt }) => receipt),
  ])
  const titles = new Map(causes.map(({ id, title }) => [id, title]))
  const nameOf = new Map(names.map(({ transfer, name }) => [transfer, name]))
  // The locale `en-CA` writes a date as `YYYY-MM-DD`.
  const dayOf = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
  const pictureOf = (id: number | null) => pictures.get(id ?? 0) ?? null
  return {
    totalCents,
    months: lastMonths(sums, dayOf(new Date()).slice(0, 7)),
    sources: sourcesOf(sums),
    movements: movements.map((each) => toLine(each, titles, nameOf)),
    causes: causes.map((each) => ({ ...toPublicCause(each), picture: pictureOf(each.picture) })),
    payouts: [
      ...payouts.map(({ decided_at, requested_at, ...each }) => ({
        ...toPayout(each, titles, decided_at ?? requested_at),
        isReversed: takenBack.has(each.id),
        reason: null,
        receipt: pictureOf(each.receipt),
      })),
      // Each reversal has a line of its own.
      ...reversed.map(({ decided_at, reason, ...each }) => ({
        ...toPayout(each, titles, decided_at),
        amountCents: -each.amount,
        isReversed: false,
        reason,
        receipt: null,
      })),
    ]
      .sort((one, other) => other.at.localeCompare(one.at))
      .slice(0, shownPayouts)
      .map(({ at, ...each }) => ({ ...each, day: dayOf(new Date(at)) })),
    messages,
  }
}

export type PublicPage = Awaited<ReturnType<typeof read>>
export type PublicCause = PublicPage['causes'][number]
export type PublicPayout = PublicPage['payouts'][number]
export type PublicMovement = ReturnType<typeof toLine>
export type PublicMessage = ReturnType<typeof toPublicMessage>

/** One movement as the public sees it. `name` is set if the giver wants to be named. */
const toLine = (
  { reversed_by, reversed_kind, note, reference, ...movement }: NotableMovement,
  titles: ReadonlyMap<number, string>,
  nameOf: ReadonlyMap<number, string>,
) => ({
  id: movement.id,
  day: movement.day,
  kind: movement.kind,
  amountCents: movement.amountCents,
  isReversed: reversed_by !== null,
  /** The kind of the transfer that a reversal takes back. */
  reverses: reversed_kind,
  note: isPublicNote(reversed_kind ?? movement.kind) ? note : null,
  cause: titles.get(causeOfReference(reference) ?? 0) ?? null,
  name: nameOf.get(movement.id) ?? null,
})

const toPayout = (
  { id, amount, note, cause }: { id: number; amount: number; note: string; cause: number },
  titles: ReadonlyMap<number, string>,
  at: string,
) => ({ id, amountCents: amount, note, cause: titles.get(cause) ?? null, at })

const toPublicCause = ({ id, title, slug, text, state, goal, receivedCents }: Cause) => ({
  id,
  title,
  slug,
  text,
  state,
  goalCents: goal,
  receivedCents,
})

const toPublicMessage = ({ id, text, name, created_at }: Message) => ({
  id,
  text,
  name,
  created_at,
})
