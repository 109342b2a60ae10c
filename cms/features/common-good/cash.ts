import type { Payload } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { findLedgerSettings, type TransferReply, transfer } from '../ledger/service.ts'
import { venueTimeOf } from '../venue/time/venue-time.ts'
import { commonGoodError } from './errors.ts'

type Cash = {
  key: string
  staff: number
  /** In minor units; below zero if it is taken out. */
  amount: number
  note: string
  /** `YYYY-MM-DD` on the venue's calendar. */
  day: string | null
}

/** Moves counted cash into the Common Good or out of it. @throws HttpError `future_day` */
export async function takeCash(
  payload: Payload,
  db: Database,
  { key, staff, amount, note, day }: Cash,
): Promise<TransferReply> {
  const ledgerSettings = await findLedgerSettings(payload)
  const noon = venueTimeOf(`${day}T12:00`, ledgerSettings.timeZone)
  // The locale `en-CA` writes a date as `YYYY-MM-DD`.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: ledgerSettings.timeZone }).format(
    new Date(),
  )
  if (!noon || (day ?? '') > today) throw commonGoodError('future_day', { field: 'day' })
  const isGiven = amount > 0
  return transfer(db, ledgerSettings, {
    key,
    kind: 'counted_cash',
    from: isGiven ? 'till:cash' : 'common_good',
    to: isGiven ? 'common_good' : 'till:cash',
    amountCents: Math.abs(amount),
    // A time in the future counts as now. So a movement of today that is booked before noon gets the current time.
    eventAt: noon.at,
    actor: { kind: 'staff', id: staff },
    note,
  })
}
