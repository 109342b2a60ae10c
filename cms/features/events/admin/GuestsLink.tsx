import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import type { EventStatus } from '../rules.ts'
import { describeGuests, guestsPath } from './texts.ts'

type Props = { date: { id: number; status: EventStatus } & Parameters<typeof describeGuests>[0] }

/** The number of guests of a date. It links to the list of guests, except for a draft. */
export function GuestsLink({ date }: Props) {
  const guests = describeGuests(date)
  if (date.status === 'draft') return guests
  return <CmsLink href={guestsPath(date.id)}>{guests}</CmsLink>
}
