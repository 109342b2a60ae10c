import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { type Database, databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { ledgerError } from '../ledger/errors.ts'
import { balanceOf, findLedgerSettings, lockBalance, transfer } from '../ledger/service.ts'
import type { ClosingReply, ClosingRequest } from './contract.ts'
import { tillError } from './errors.ts'
import { findClosingByKey, findLastClosing, insertClosing, listClosings } from './queries.ts'
import { type Till, takenSince, tillAccount, tills } from './rules.ts'
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
  { key, till, counted, booked, after: lastClosingId, note }: ClosingRequest,
): Promise<ClosingReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  const account = tillAccount(till)
  return inTransaction(req, async (db) => {
    const balance = await lockBalance(db, account, ledgerSettings.currency)
    const earlier = await findClosingByKey(db, key)
    if (earlier) {
      const isSame =
        earlier.till === till &&
        earlier.countedCents === counted &&
        earlier.note === note &&
        earlier.staff === staff
      if (!isSame) throw ledgerError('key_reused')
      return {
        closing: earlier.id,
        difference_cents: counted - earlier.bookedCents,
        repeated: true,
      }
    }
    const last = await findLastClosing(db, till)
    const taken = takenSince(balance, last?.balanceCents ?? 0)
    if (lastClosingId !== (last?.id ?? 0) || booked !== taken) throw tillError('changed')
    const difference = counted - taken
    if (difference && !note) throw tillError('note_required', { field: 'note' })
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
    const closing = await insertClosing(db, {
      till,
      key,
      bookedCents: taken,
      countedCents: counted,
      note,
      transfer: moved?.id ?? null,
      balanceCents: balance - difference,
      staff,
    })
    await record(req, {
      action: 'till_closed',
      subject: `${till} no. ${closing}`,
      of_collection: 'till',
      document: `closing ${closing}`,
      details: { booked_cents: taken, counted_cents: counted },
    })
    return { closing, difference_cents: difference, repeated: false }
  })
}

/** The data that the form for a closing shows. */
export type TillState = {
  till: Till
  /** The amount booked since the last closing. */
  bookedCents: number
  lastClosing: { id: number; created_at: string } | null
}

async function findTillState(db: Database, till: Till): Promise<TillState> {
  const [{ balanceCents }, lastClosing] = await Promise.all([
    balanceOf(db, tillAccount(till)),
    findLastClosing(db, till),
  ])
  return {
    till,
    bookedCents: takenSince(balanceCents, lastClosing?.balanceCents ?? 0),
    lastClosing: lastClosing && { id: lastClosing.id, created_at: lastClosing.created_at },
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
