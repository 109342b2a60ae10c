import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { TimeZoneReply } from '../contract.ts'
import { type MovedTimes, typedTimes } from '../ports.ts'
import { readVenue } from '../service.ts'
import { canonicalTimeZone, timeZoneProblem } from './time-zone.ts'
import { formatVenueTime } from './venue-time.ts'

type Zones = { from: string; to: string }

const move = async (
  req: PayloadRequest,
  change: Zones & { isTold: boolean; isPreview: boolean },
): Promise<MovedTimes[]> => {
  const moved: MovedTimes[] = []
  for (const moveOwn of typedTimes.all(req.payload)) moved.push(...(await moveOwn(req, change)))
  return moved.sort((one, other) => one.next.after.getTime() - other.next.after.getTime())
}

/** Moves what staff typed on the venue's clock, in the request's transaction. The clock shows the same as before. */
export async function changeTimeZone(
  req: PayloadRequest,
  { from, to, isTold }: Zones & { isTold: boolean },
): Promise<void> {
  const moved = await move(req, { from, to, isTold, isPreview: false })
  const sum = (numberOf: (each: MovedTimes) => number) =>
    moved.reduce((total, each) => total + numberOf(each), 0)
  await record(req, {
    action: 'time_zone_changed',
    subject: to,
    of_collection: 'venue',
    document: 'venue',
    details: {
      from,
      to,
      moved: sum(({ count }) => count),
      mails: isTold ? sum(({ mails }) => mails) : 0,
    },
  })
}

/** What a change of the time zone would move, and how many guests would get a mail. Changes nothing. */
export async function previewTimeZone(req: PayloadRequest, name: string): Promise<TimeZoneReply> {
  const to = canonicalTimeZone(name)
  if (!to) throw new HttpError('bad_request', timeZoneProblem)
  const { timeZone: from } = await readVenue(req.payload)
  const moved = from === to ? [] : await move(req, { from, to, isTold: true, isPreview: true })
  return {
    time_zone: to,
    moved: moved.map(({ title, path, count, next, mails }) => ({
      title,
      path,
      count,
      mails,
      when: formatVenueTime(next.after, to),
      minutes: Math.round((next.after.getTime() - next.before.getTime()) / 60_000),
    })),
  }
}
