import { type SQL, sql } from '../../database/query.ts'
import type { PersonColumn } from '../../feature.ts'
import { emailOfMember, memberOfEmail } from '../../members/service.ts'
import { standingCondition } from './rsvps.ts'

/**
 * The SQL condition that a person has a reservation for a date, and the reservation is not cancelled. The reservation
 * belongs to the person as a member, or has the person's address. The condition is never null.
 */
export function respondedCondition(date: number, person: PersonColumn): SQL {
  const [known, own, other] =
    'email' in person
      ? [person.email, sql`event_rsvps.email`, emailOfMember(sql`event_rsvps.member`)]
      : [person.member, sql`event_rsvps.member`, memberOfEmail(sql`event_rsvps.email`)]
  return sql`(${known} in (
    select unnest(array[${own}, ${other}]) from event_rsvps where date = ${date} and ${standingCondition})) is true`
}
