import { type SQL, sql } from '../../../platform/database/query.ts'
import { emailOfMember, memberOfEmail } from '../../members/service.ts'
import type { PersonColumn } from '../../newsletter/ports.ts'
import { reservationsOf, standingCondition } from '../../reservations/service.ts'

/**
 * The SQL condition that a person has a reservation for a date, and the reservation is not cancelled. The reservation
 * belongs to the person as a member, or has the person's address. The condition is never null.
 */
export function respondedCondition(date: number, person: PersonColumn): SQL {
  const [known, own, other] =
    'email' in person
      ? [person.email, sql`own.email`, emailOfMember(sql`own.member`)]
      : [person.member, sql`own.member`, memberOfEmail(sql`own.email`)]
  return sql`(${known} in (
    select unnest(array[${own}, ${other}]) from ${reservationsOf('event')} as own where subject = ${date} and ${standingCondition})) is true`
}
