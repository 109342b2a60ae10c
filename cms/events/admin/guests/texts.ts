import type { LinkScope, RsvpStatus } from '../../rules.ts'

export const statusTexts: Record<RsvpStatus, string> = {
  held: 'Has to confirm the email',
  going: 'Going',
  waitlisted: 'Waiting',
  offered: 'Places are offered',
  cancelled: 'Cancelled',
  attended: 'Was here',
  no_show: 'Didn’t come',
}

export const scopeTexts: Record<LinkScope, string> = {
  view: 'See the list',
  door: 'Check in and add at the door',
  edit: 'Everything: guests, messages, time, capacity, cancel',
}

export const publishersOnly = 'Publishers do the rest. Ask one of them.'
