import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { type Database, databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { ledgerError } from '../ledger/errors.ts'
import { balanceOf, booksOf, lockBalance, transfer } from '../ledger/service.ts'
import type { ClosingReply, ClosingRequest } from './contract.ts'
import { tillError } from './errors.ts'
import { findClosingByKey, findLastClosing, insertClosing, listClosings } from './queries.ts'
import { type Till, takenSince, tillAccount, tills } from './rules.ts'
import { findStaffNames } from './service.ts'

/**
 * Closes a till for the day: compares the counted amount with the amount booked since the last closing, and books the
 * difference on the venue's account. Closings of a till wait for each other and for bookings of the till. A closing is
 * refused if something was booked or closed since the form was shown.
 * @throws HttpError `changed`, `note_required`, `key_reused`
 */
export async function closeTill(
  req: PayloadRequest,
  staff: number,
  { key, till, counted, booked, after, note }: ClosingRequest,
): Promise<ClosingReply> {
  const books = await booksOf(req.payload)
  const account = tillAccount(till)
  return inTransaction(req, async (db) => {
    const balance = await lockBalance(db, account, books.currency)
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
    if (after !== (last?.id ?? 0) || booked !== taken) throw tillError('changed')
    const difference = counted - taken
    if (difference && !note) throw tillError('note_required', { field: 'note' })
    const sides = [account, 'venue:sales'] as const
    const [from, to] = difference > 0 ? sides : [sides[1], sides[0]]
    const moved = difference
      ? await transfer(db, books, {
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
export type OpenTill = {
  till: Till
  /** The amount booked since the last closing. */
  bookedCents: number
  /** The till's last closing. */
  last: { id: number; created_at: string } | null
}

async function findOpenTill(db: Database, till: Till): Promise<OpenTill> {
  const [{ balanceCents }, last] = await Promise.all([
    balanceOf(db, tillAccount(till)),
    findLastClosing(db, till),
  ])
  return {
    till,
    bookedCents: takenSince(balanceCents, last?.balanceCents ?? 0),
    last: last && { id: last.id, created_at: last.created_at },
  }
}

const closingsOnPage = 30

/** The tills, and their closings before the id `before`, the newest first, with the names of staff by their ids. */
export async function findClosings(req: PayloadRequest, before = 2 ** 31 - 1) {
  const db = databaseOf(req.payload)
  const [open, found] = await Promise.all([
    Promise.all(tills.map((till) => findOpenTill(db, till))),
    listClosings(db, before, closingsOnPage + 1),
  ])
  const closings = found.slice(0, closingsOnPage)
  const names = await findStaffNames(
    req,
    closings.map(({ staff }) => staff),
  )
  return { open, closings, names, hasMore: found.length > closingsOnPage }
}
