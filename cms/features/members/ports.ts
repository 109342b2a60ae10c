import type { Payload } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { sharedPort } from '../../platform/port.ts'

/** Called in the transaction in which the address of a member changes. The member is locked. */
export const changedAddresses =
  sharedPort<
    (
      db: Database,
      member: number,
      address: { from: string; to: string },
      payload: Payload,
    ) => Promise<unknown>
  >('changed addresses')
