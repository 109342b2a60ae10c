import { newcomers } from '../../../platform/admin/newcomers.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { venueTime } from '../rollups/days.ts'
import { addDays } from '../rollups/rules.ts'
import type { JoinedRow } from './contract.ts'
import type { PreparedReport } from './prepare.ts'

/**
 * How many people joined in the range, for example as members or subscribers. It is unknown in which visit they joined,
 * so with filters there are no numbers.
 */
export async function findJoinedRows(prepared: PreparedReport): Promise<JoinedRow[]> {
  const { payload, db, timeZone, today, range, compared, uncountedRange, filters } = prepared
  const { bots: _, ...others } = filters
  if (Object.values(others).some((value) => value !== undefined)) return []
  const momentOf = (day: string, time = '00:00') => {
    const moment = venueTimeOf(`${day}T${time}`, timeZone)
    if (!moment) throw new RangeError(`${day} ${time} is no time at the venue.`)
    return moment.at
  }
  const earlier = compared ?? uncountedRange
  const earlierEnd =
    earlier &&
    (range.to === today
      ? momentOf(earlier.to, venueTime(new Date(), timeZone))
      : momentOf(addDays(earlier.to, 1)))
  const rows: JoinedRow[] = []
  for (const { label, about, count } of newcomers.all(payload)) {
    rows.push({
      label,
      about,
      count: await count(db, { from: momentOf(range.from), until: momentOf(addDays(range.to, 1)) }),
      before:
        earlier && earlierEnd
          ? await count(db, { from: momentOf(earlier.from), until: earlierEnd })
          : null,
    })
  }
  return rows
}
