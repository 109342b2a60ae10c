import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { ledgerError } from '../ledger/errors.ts'
import {
  balanceOf,
  findLedgerSettings,
  lockBalance,
  movementsOf,
  transfer,
} from '../ledger/service.ts'
import { tillTexts } from './admin/texts.ts'
import type {
  BankReply,
  BankRequest,
  ClosingReply,
  ClosingRequest,
  CountReply,
  CountRequest,
} from './contract.ts'
import { tillError } from './errors.ts'
import {
  type Closing,
  findClosingByKey,
  findLastClosing,
  findLastCountedAt,
  insertClosing,
  listClosings,
  listCountsBy,
} from './queries.ts'
import { type Drawer, drawers, heldIn, type Till, takenSince, tillAccount, tills } from './rules.ts'
import { findStaffNames } from './service.ts'

/**
 * Closes a till: compares the counted amount with the amount booked since the last closing, and books the difference on
 * the venue's account. Closings of a till wait for each other and for transfers of the till. A closing is refused if
 * the till has a new transfer or closing since the form was shown.
 * @throws HttpError `changed`, `note_required`, `key_reused`
 */
export async function closeTill(
  req: PayloadRequest,
  staff: number,
  { booked, after, ...count }: ClosingRequest,
): Promise<ClosingReply> {
  const saved = await saveCount(req, staff, {
    ...count,
    isBlind: false,
    check: async (_, { taken, last }) => {
      if (after !== (last?.id ?? 0) || booked !== taken) throw tillError('changed')
      if (count.counted !== taken && !count.note) {
        throw tillError('note_required', { field: 'note' })
      }
    },
  })
  const { closing, difference_cents, repeated } = saved
  return { closing, difference_cents, repeated }
}

/**
 * Closes a drawer for somebody who does not know what was booked. Whatever was counted is saved, and only then they get
 * to know the difference. So a refusal may not depend on an amount.
 * @throws HttpError `booked_while_counting`, `key_reused`
 */
export const countDrawer = (
  req: PayloadRequest,
  staff: number,
  { seen, after, ...count }: CountRequest,
): Promise<CountReply> =>
  saveCount(req, staff, {
    ...count,
    isBlind: true,
    check: async (db, { last }) => {
      const isSame = after === (last?.id ?? 0) && seen === (await newestTransfer(db, count.till))
      if (!isSame) throw tillError('booked_while_counting')
    },
  })

type Count = Pick<ClosingRequest, 'key' | 'till' | 'counted' | 'note'> & {
  isBlind: boolean
  /** Throws if the till is not as the form showed it. */
  check: (db: Database, state: { taken: number; last: Closing | null }) => Promise<void>
}

async function saveCount(
  req: PayloadRequest,
  staff: number,
  { key, till, counted, note, isBlind, check }: Count,
): Promise<CountReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  const account = tillAccount(till)
  return inTransaction(req, async (db) => {
    const balance = await lockBalance(db, account, ledgerSettings.currency)
    const earlier = await findClosingByKey(db, key)
    if (earlier) {
      const isSame =
        earlier.till === till &&
        earlier.bankedCents === null &&
        earlier.countedCents === counted &&
        earlier.blind === isBlind &&
        earlier.note === note &&
        earlier.staff === staff
      if (!isSame) throw ledgerError('key_reused')
      return { ...replyOf(earlier), repeated: true }
    }
    const last = await findLastClosing(db, till)
    const taken = takenSince(balance, last?.balanceCents ?? 0)
    await check(db, { taken, last })
    const difference = counted - taken
    const sides = [account, 'venue:sales'] as const
    const [from, to] = difference > 0 ? sides : [sides[1], sides[0]]
    const moved = difference
      ? await transfer(db, ledgerSettings, {
          key: `till_closing:${key}`,
          kind: 'closing_difference',
          from,
          to,
          amountCents: Math.abs(difference),
          actor: { kind: 'staff', id: staff },
        })
      : null
    const id = await insertClosing(db, {
      till,
      key,
      bookedCents: taken,
      countedCents: counted,
      blind: isBlind,
      bankedCents: null,
      note,
      transfer: moved?.id ?? null,
      balanceCents: balance - difference,
      staff,
    })
    await record(req, {
      action: isBlind ? 'till_counted' : 'till_closed',
      subject: `${tillTexts.tills[till]}, no. ${id}`,
      of_collection: 'till',
      document: `closing ${id}`,
      details: { booked_cents: taken, counted_cents: counted },
    })
    return { ...replyOf({ id, bookedCents: taken, countedCents: counted }), repeated: false }
  })
}

/**
 * Books what was taken from a drawer to the bank, or what a terminal paid out. It is stored like a closing that counts nothing, so that the next
 * closing still compares only what was booked since the last one.
 * @throws HttpError `not_in_till`, `key_reused`
 */
export async function bankCash(
  req: PayloadRequest,
  staff: number,
  { key, till, amount, slip }: BankRequest,
): Promise<BankReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  const account = tillAccount(till)
  return inTransaction(req, async (db) => {
    const balance = await lockBalance(db, account, ledgerSettings.currency)
    const earlier = await findClosingByKey(db, key)
    if (earlier) {
      const isSame =
        earlier.till === till &&
        earlier.bankedCents === amount &&
        earlier.note === slip &&
        earlier.staff === staff
      if (!isSame) throw ledgerError('key_reused')
      return { transfer: earlier.transfer ?? 0, repeated: true, left_cents: heldIn(balance) }
    }
    if (amount > heldIn(balance)) throw tillError('not_in_till', { field: 'amount' })
    const { id } = await transfer(db, ledgerSettings, {
      key: `till_bank:${key}`,
      kind: 'banked',
      from: 'clearing:bank',
      to: account,
      amountCents: amount,
      receipt: slip,
      actor: { kind: 'staff', id: staff },
    })
    const last = await findLastClosing(db, till)
    const closing = await insertClosing(db, {
      till,
      key,
      bookedCents: 0,
      countedCents: 0,
      blind: false,
      bankedCents: amount,
      note: slip,
      transfer: id,
      balanceCents: (last?.balanceCents ?? 0) + amount,
      staff,
    })
    await record(req, {
      action: 'till_banked',
      subject: `${tillTexts.tills[till]}, no. ${closing}`,
      of_collection: 'till',
      document: `closing ${closing}`,
      details: { amount_cents: amount },
    })
    return { transfer: id, repeated: false, left_cents: heldIn(balance + amount) }
  })
}

const replyOf = ({
  id,
  bookedCents,
  countedCents,
}: Pick<Closing, 'id' | 'bookedCents' | 'countedCents'>) => ({
  closing: id,
  booked_cents: bookedCents,
  counted_cents: countedCents,
  difference_cents: countedCents - bookedCents,
})

/** The id of a till's newest transfer; 0 if there is none. */
const newestTransfer = async (db: Database, till: Till): Promise<number> =>
  (await movementsOf(db, { account: tillAccount(till), limit: 1 }))[0]?.id ?? 0

/** What the form of a blind count needs. It contains no amount. */
export type DrawerState = { till: Drawer; seen: number; after: number }

/** The drawers, and the last ones that a staff member counted, with what was booked. */
export async function findDrawers(req: PayloadRequest, staff: number) {
  const db = databaseOf(req.payload)
  const [states, counts] = await Promise.all([
    Promise.all(
      drawers.map(async (till): Promise<DrawerState> => {
        const [seen, last] = await Promise.all([
          newestTransfer(db, till),
          findLastClosing(db, till),
        ])
        return { till, seen, after: last?.id ?? 0 }
      }),
    ),
    listCountsBy(db, staff, closingsOnPage),
  ])
  return { states, counts }
}

/** The data that the form for a closing shows. */
export type TillState = {
  till: Till
  /** The amount booked since the last closing. */
  bookedCents: number
  /** What the till holds by the books, with what was counted and not taken to the bank. */
  heldCents: number
  lastClosing: { id: number; created_at: string | null } | null
}

async function findTillState(db: Database, till: Till): Promise<TillState> {
  const [{ balanceCents }, lastClosing, created_at] = await Promise.all([
    balanceOf(db, tillAccount(till)),
    findLastClosing(db, till),
    findLastCountedAt(db, till),
  ])
  return {
    till,
    bookedCents: takenSince(balanceCents, lastClosing?.balanceCents ?? 0),
    heldCents: heldIn(balanceCents),
    lastClosing: lastClosing && { id: lastClosing.id, created_at },
  }
}

const closingsOnPage = 30

/**
 * The tills, a page of their closings, the newest first, and the names of staff by their ids.
 * @param before an id; only closings with a lower id are returned
 */
export async function findClosings(req: PayloadRequest, before = 2 ** 31 - 1) {
  const db = databaseOf(req.payload)
  const [tillStates, found] = await Promise.all([
    Promise.all(tills.map((till) => findTillState(db, till))),
    listClosings(db, before, closingsOnPage + 1),
  ])
  const closings = found.slice(0, closingsOnPage)
  const names = await findStaffNames(
    req,
    closings.map(({ staff }) => staff),
  )
  return { tillStates, closings, names, hasMore: found.length > closingsOnPage }
}
