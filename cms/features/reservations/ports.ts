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
