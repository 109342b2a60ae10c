import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { SignedIn } from '../../members/contract.ts'
import { findUpcoming } from '../../reservations/service.ts'
import { deskKind } from '../desks/kind.ts'
import { tableKind } from '../reservations/kind.ts'

export type MemberBookings = Awaited<ReturnType<typeof findBookingsOf>>

/** The tables and desks of a member that are not over, by their start. */
export async function findBookingsOf(payload: Payload, { id: member }: Pick<SignedIn, 'id'>) {
  const db = databaseOf(payload)
  const [tables, desks] = await Promise.all([
    findUpcoming(tableKind, db, { member }),
    findUpcoming(deskKind, db, { member }),
  ])
  return [
    ...tables.map((each) => ({ ...each, kind: 'table' as const })),
    ...desks.map((each) => ({ ...each, kind: 'desk' as const })),
  ].sort((one, other) => one.subject.startsAt.getTime() - other.subject.startsAt.getTime())
}
