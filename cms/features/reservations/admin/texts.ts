import type { ReservationStatus } from '../rules.ts'

export const statusTexts: Record<ReservationStatus, string> = {
  held: 'Has to confirm, or pay',
  going: 'Going',
  waitlisted: 'Waiting',
  offered: 'Places are offered',
  cancelled: 'Cancelled',
  attended: 'Checked in',
  no_show: 'Didn’t come',
}

export const publishersOnly = 'Publishers do the rest. Ask one of them.'
