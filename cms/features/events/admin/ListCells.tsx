import type { DefaultServerCellComponentProps, Payload } from 'payload'
import { cache } from 'react'
import { batchLookups } from '../../../platform/admin/lists/batched.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { findVenue } from '../../venue/service.ts'
import { findNextDatesOf } from '../queries/staff-dates.ts'
import { describeWhen, todayIn } from '../when.ts'
import { GuestsLink } from './GuestsLink.tsx'

type Props = Pick<DefaultServerCellComponentProps, 'payload' | 'rowData'>

// One query finds the dates of all rows of a list.
const nextDates = cache((payload: Payload) =>
  batchLookups((events: number[]) => findNextDatesOf(databaseOf(payload), events)),
)

/** When the event takes place next; for an event that is over, when it took place last. */
export async function NextDateCell({ payload, rowData }: Props) {
  const [date, { timeZone }] = await Promise.all([
    nextDates(payload)(Number(rowData.id)),
    findVenue(payload),
  ])
  if (!date) return '–'
  const when = describeWhen(date, timeZone, todayIn(timeZone))
  return date.isOver ? `Last: ${when}` : when
}

/** The guests of that date, and how many it has room for. */
export async function GuestsCell({ payload, rowData }: Props) {
  const date = await nextDates(payload)(Number(rowData.id))
  return date ? <GuestsLink date={date} /> : '–'
}
