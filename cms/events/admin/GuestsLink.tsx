import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import type { EventStatus } from '../rules.ts'
import { describeGuests, guestsPath } from './texts.ts'

type Props = { date: { id: number; status: EventStatus } & Parameters<typeof describeGuests>[0] }

/** How many guests a date has. Leads to their list, unless nobody has seen the date. */
export function GuestsLink({ date }: Props) {
  const guests = describeGuests(date)
  if (date.status === 'draft') return guests
  return <CmsLink href={guestsPath(date.id)}>{guests}</CmsLink>
}
