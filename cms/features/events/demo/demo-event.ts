import type { Event } from '../../../platform/payload/payload-types.ts'
import type { RuleDay } from '../series/repeat.ts'

/**
 * When a demo event begins. With `day`: this day of the week, `weeks` weeks after the week in which the database is
 * filled. With `month`: the next day that is day `date` of this month.
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
      | 'refund_until_hours'
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
    /** The name of one of the demo venue’s pictures, such as `hall-3`. Without it, the page shows a drawing. */
    picture?: string
    /** How full the next dates of the event are, from 0 to 1; above 1, people wait. */
    full?: number
  }
