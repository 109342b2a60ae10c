import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { createToken, hashToken } from '../../../platform/crypto/tokens.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { EnrolReply } from '../contract.ts'
import { checkInError } from '../errors.ts'
import { insertShift, listShifts } from '../queries/shifts.ts'
import { maxShifts } from '../rules.ts'
import type { DoorCaller } from './callers.ts'
import { openDoor } from './doors.ts'

/**
 * Begins a shift on a phone. It ends at 6 am.
 * @throws HttpError `too_many_phones`, `not_your_door`, `door_closed`
 */
export async function enrol(
  req: PayloadRequest,
  caller: DoorCaller,
  { name, door: key }: { name: string; door: string },
): Promise<EnrolReply> {
  const door = await openDoor(req, caller, { door: key, area: null })
  const current = await listShifts(databaseOf(req.payload))
  if (current.length >= maxShifts) throw checkInError('too_many_phones')
  const shift = createToken()
  const { day: night, endsAt } = door.night
  const id = await inTransaction(req, async (db) => {
    const row = { tokenHash: hashToken(shift), name, door: key, night, endsAt }
    const created = await insertShift(db, {
      ...{ ...row, staff: caller.staff, link: caller.link?.id ?? null },
    })
    await record(req, {
      ...{ action: 'phone_enrolled', subject: door.title },
      ...{ of_collection: 'check_in_shifts', document: created },
    })
    return created
  })
  return { shift, id, ends_at: endsAt.getTime(), now: Date.now() }
}
