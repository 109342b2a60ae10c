import type { PayloadRequest } from 'payload'
import { transactionOf } from '../../platform/database/query.ts'
import type { MovedTimes, TimeZoneChange } from '../venue/ports.ts'
import { moveToZone } from '../venue/time/venue-time.ts'
import { lockScheduledNudges, setScheduled } from './queries/nudges.ts'

/** Moves the scheduled nudges when the venue's time zone changes. Nudges that are being sent stay as they are. */
export async function moveScheduledNudges(
  req: PayloadRequest,
  { from, to, isPreview }: TimeZoneChange,
): Promise<MovedTimes[]> {
  const db = await transactionOf(req)
  const moved: MovedTimes[] = []
  for (const { id, text, at } of await lockScheduledNudges(db)) {
    const after = moveToZone(at, { from, to })
    if (+after === +at) continue
    moved.push({
      title: `The nudge “${text}”`,
      path: `/collections/nudges/${id}`,
      count: 1,
      next: { before: at, after },
      mails: 0,
    })
    if (!isPreview) await setScheduled(db, id, after)
  }
  return moved
}
