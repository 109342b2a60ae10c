import { areaStatus, type Hours, type LocalMoment } from '../../venue/hours/opening-hours.ts'
import type { VenueArea } from '../../venue/rules.ts'

/** How long before its doors somebody may already be at an event. */
const earlyMs = 60 * 60_000

type Happening = {
  areas: readonly VenueArea[]
  status: string
  startsAt: Date
  doorsAt: Date | null
  endsAt: Date
}

/**
 * Whether somebody can be in an area: while it is open, or while an event takes place there. Of an area without opening
 * hours it is not known, so it is believed.
 * @param local `at` on the venue's clock
 */
export function mayBeHere(
  area: VenueArea,
  {
    hours,
    dates,
    at,
    local,
  }: { hours: Hours; dates: readonly Happening[]; at: Date; local: LocalMoment },
): boolean {
  const areKnown = hours.areas.some((each) => each.area === area)
  if (!areKnown || areaStatus(hours, area, local).open) return true
  return dates.some(
    ({ areas, status, startsAt, doorsAt, endsAt }) =>
      areas.includes(area) &&
      status !== 'cancelled' &&
      status !== 'postponed' &&
      (doorsAt ?? startsAt).getTime() - earlyMs <= at.getTime() &&
      at < endsAt,
  )
}
