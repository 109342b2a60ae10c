import type { PayloadRequest } from 'payload'
import type { Database } from '../database/query.ts'
import type { PersonalDataOwner } from '../feature.ts'
import { cancelWithoutMail } from './change.ts'
import { withLockedRsvp } from './locked.ts'
import {
  exportRsvps,
  exportSettings,
  forgetGuest,
  listOpenRsvpsOf,
} from './queries/personal-data.ts'

/** A member's reservations and settings about events, for the data download. */
export const exportEventData = async (db: Database, owner: PersonalDataOwner) => ({
  event_reservations: await exportRsvps(db, owner),
  event_settings: await exportSettings(db, owner),
})

/**
 * Cancels a member's reservations of dates that have not ended, which frees their places and holds. Then removes the
 * member's data from all reservations of the member. The numbers of people stay.
 */
export async function eraseEventData(
  db: Database,
  owner: PersonalDataOwner,
  req: PayloadRequest,
): Promise<void> {
  for (const rsvp of await listOpenRsvpsOf(db, owner)) {
    await withLockedRsvp(req, rsvp, async (locked, found) => {
      if (['held', 'going', 'waitlisted', 'offered'].includes(found.status)) {
        await cancelWithoutMail(locked, found, 'guest')
      }
    })
  }
  await forgetGuest(db, owner)
}
