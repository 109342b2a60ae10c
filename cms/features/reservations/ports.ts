import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { sharedPort } from '../../platform/port.ts'
import type { ReservationKind, Subject } from './kind.ts'
import type { Reservation } from './tables.ts'

/** Called in the transaction in which more or fewer people of a reservation came in. It and its subject are locked. */
export const insideChanges =
  sharedPort<
    (
      req: PayloadRequest,
      db: Database,
      change: {
        kind: ReservationKind
        subject: Subject
        /** The reservation before the change. */
        reservation: Reservation
        inside: number
      },
    ) => Promise<void>
  >('people who came in')

/**
 * Called in the transaction in which a party that came in left for good, or is back after all, such as guests who leave
 * their table. The subject is locked.
 */
export const departures =
  sharedPort<
    (
      req: PayloadRequest,
      db: Database,
      departure: { reservation: number; hasLeft: boolean },
    ) => Promise<void>
  >('parties that left')
