import type { Schedule } from './recurrence.ts'
import type { EventDate, OwnValues } from './rules.ts'

/** A record of the collection `events`, as its dates are made from it. */
export type EventRecord = Schedule &
  Pick<
    EventDate,
    | 'status'
    | 'visibility'
    | 'title'
    | 'summary'
    | 'areas'
    | 'interests'
    | 'picture'
    | 'capacity'
    | 'maxParty'
    | 'payment'
    | 'priceCents'
    | 'memberPriceCents'
    | 'commonGoodPercent'
  > & { id: number; slug: string }

/** A date as it is stored. */
export type StoredDate = EventDate & {
  original: string
  own: OwnValues
  cancelledAt: Date | null
  /** People who are going, wait, or have an offer. */
  guests: number
  /** Whether anybody ever reserved: such a date is never deleted. */
  hasReservations: boolean
}

/** Past dates are history: their times, places and prices stay. A postponed date waits for another time. */
export const isOver = ({ status, endsAt }: Pick<EventDate, 'status' | 'endsAt'>, now: Date) =>
  endsAt <= now && status !== 'draft' && status !== 'postponed'

/** A cancelled date stays cancelled, and a past one stays as it was. */
export const isFinal = (date: StoredDate, now: Date) =>
  date.status === 'cancelled' || isOver(date, now)

/** Whether staff cancelled only this date, and it is not past. The series still has its occurrence. */
export const isCancelledAlone = ({ own, endsAt }: StoredDate, now: Date) =>
  own.status === 'cancelled' && endsAt > now
