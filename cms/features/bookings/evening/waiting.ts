import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { timeIn } from '../../events/when.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { findOnSheet, findWaitingPlace } from '../queries/sheet.ts'
import { findPlan } from '../situation.ts'
import { statusOf } from './find-sheet.ts'
import { readWaitingToken } from './waiting-token.ts'

/** What the page of guests who wait shows. It names nobody. */
export type WaitingState = {
  area: VenueArea
  party: number
  /** `called`: a table is theirs. `over`: they sat down and left, or gave up. */
  state: 'waiting' | 'called' | 'over'
  /** 1 is the first; 0 if they do not wait any more. */
  place: number
  /** When they probably get a table, on the venue’s clock. */
  quotedFor: string
}

/** The place of guests who wait; null if the link is not valid, or if it is from an earlier evening. */
export async function findWaiting(payload: Payload, token: string): Promise<WaitingState | null> {
  const id = readWaitingToken(token)
  const db = databaseOf(payload)
  const row = id === null ? null : await findOnSheet(db, id)
  if (!row?.quotedFor || row.createdAt.getTime() < Date.now() - 24 * 3_600_000) return null
  const { timeZone } = await findPlan(payload)
  const status = statusOf(row)
  const state =
    status === 'waiting'
      ? 'waiting'
      : status === 'expected' || status === 'seated'
        ? 'called'
        : 'over'
  return {
    ...{ area: row.area, party: row.party, state },
    place: state === 'waiting' ? await findWaitingPlace(db, row) : 0,
    quotedFor: timeIn(row.quotedFor, timeZone),
  }
}
