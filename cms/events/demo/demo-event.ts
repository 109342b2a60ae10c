import type { Event } from '../../payload-types.ts'
import type { RuleDay } from '../repeat.ts'

/**
 * When a demo event begins: a day of the week, so many weeks from the one in which the database is filled, or a day of
 * the year, the next one that comes.
 */
type Begin = { day: RuleDay; weeks: number } | { month: number; date: number }

export type DemoEvent = Pick<Event, 'title' | 'slug' | 'summary' | 'areas'> &
  Partial<
    Pick<
      Event,
      | 'body'
      | 'status'
      | 'visibility'
      | 'interests'
      | 'capacity'
      | 'max_party'
      | 'payment'
      | 'price_cents'
      | 'member_price_cents'
      | 'common_good_percent'
      | 'organiser_name'
    >
  > & {
    begin: Begin
    /** `19:30` */
    from: string
    minutes: number
    /** Minutes before the start at which doors open. */
    doors?: number
    rule?: string
    /** A picture of the demo venue. */
    picture: string
    /** How full its next dates are, from 0 to 1; above 1, people wait. */
    full?: number
  }
