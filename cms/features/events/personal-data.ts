import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { eraseReservations, exportReservations } from '../reservations/personal-data.ts'
import { exportSettings, forgetTexts, listFeedback } from './queries/personal-data.ts'
import { eventKind } from './reservations/kind.ts'

/** A member's reservations and settings about events, for the data download. */
export async function exportEventData(db: Database, owner: PersonalDataOwner) {
  const reservations = await exportReservations(db, eventKind, owner)
  const feedback = new Map(
    (
      await listFeedback(
        db,
        reservations.map(({ id }) => id),
      )
    ).map((each) => [each.rsvp, each]),
  )
  return {
    event_reservations: reservations.map(({ id, ...reservation }) => ({
      ...reservation,
      feedback_score: feedback.get(id)?.score ?? null,
      feedback: feedback.get(id)?.text ?? null,
    })),
    event_settings: await exportSettings(db, owner),
  }
}

/** Erases a member's reservations, see `eraseReservations`, and what the member wrote and chose. */
export async function eraseEventData(
  db: Database,
  owner: PersonalDataOwner,
  req: PayloadRequest,
): Promise<void> {
  await forgetTexts(db, owner)
  await eraseReservations(eventKind, db, owner, req)
}
