import type { EventDate, OwnValues } from '../rules.ts'
import type { Schedule } from './recurrence.ts'

/** The values of a record of the collection `events` from which its dates are made. */
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
    | 'refundUntilHours'
  > & { id: number; slug: string; body: string }

/** A date as it is stored. */
export type StoredDate = EventDate & {
  /** The start that the record or its rule gives, on the venue's clock. Independent of `own`. */
  original: string
  own: OwnValues
  cancelledAt: Date | null
  /** How many people have reservations that are held, going, waitlisted or offered. */
  guests: number
  /** How many reservations get a mail about a change: those that are going, waitlisted or offered. */
  mails: number
  /** How many reservations get a mail if the date is cancelled. */
  cancelMails: number
  /** Whether anybody ever reserved: such a date is never deleted. */
  hasReservations: boolean
}

/** Whether a date is over and its times, places and prices no longer change. Never for drafts and postponed dates. */
export const isOver = ({ status, endsAt }: Pick<EventDate, 'status' | 'endsAt'>, now: Date) =>
  endsAt <= now && status !== 'draft' && status !== 'postponed'

/** Whether a date no longer changes, because it is cancelled or over. */
export const isFinal = (date: StoredDate, now: Date) =>
  date.status === 'cancelled' || isOver(date, now)

/** Whether a coming date was cancelled without its event. The series still has its occurrence. */
export const isCancelledAlone = ({ own, endsAt }: StoredDate, now: Date) =>
  own.status === 'cancelled' && endsAt > now
