import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { createToken, hashToken } from '../../../platform/crypto/tokens.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
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
  const shift = createToken()
  const { day: night, endsAt } = door.night
  const link = caller.link?.id ?? null
  const id = await inTransaction(req, async (db) => {
    await lockNames(db, ['phones at the door'])
    // The phones of organisers take none from staff, and those of one link none from others.
    const alike = (await listShifts(db)).filter((each) => (each.link === null) === (link === null))
    const ofLink = alike.filter((each) => link !== null && each.link === link)
    const most = link === null ? maxShifts.staff : maxShifts.links
    if (alike.length >= most || ofLink.length >= maxShifts.link) {
      throw checkInError('too_many_phones')
    }
    const row = { tokenHash: hashToken(shift), name, door: key, night, endsAt }
    const created = await insertShift(db, {
      ...{ ...row, staff: caller.staff, link },
    })
    await record(req, {
      ...{ action: 'phone_enrolled', subject: door.title },
      ...{ of_collection: 'check_in_shifts', document: created },
    })
    return created
  })
  return { shift, id, ends_at: endsAt.getTime(), now: Date.now() }
}
