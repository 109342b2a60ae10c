import type { PayloadRequest } from 'payload'
import { transactionOf } from '../../../platform/database/query.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { MovedTimes, TimeZoneChange } from '../../venue/ports.ts'
import { moveToZone } from '../../venue/time/venue-time.ts'
import { letterKey, startLetterJob } from '../job-types.ts'
import { lockScheduledLetters, setScheduled } from '../queries/letters.ts'

/** Moves the scheduled letters when the venue's time zone changes. */
export async function moveScheduledLetters(
  req: PayloadRequest,
  { from, to, isPreview }: TimeZoneChange,
): Promise<MovedTimes[]> {
  const db = await transactionOf(req)
  const moved: MovedTimes[] = []
  for (const { id, subject, at } of await lockScheduledLetters(db)) {
    const after = moveToZone(at, { from, to })
    if (+after === +at) continue
    moved.push({
      title: `The letter “${subject}”`,
      path: `/collections/letters/${id}`,
      count: 1,
      next: { before: at, after },
      mails: 0,
    })
    if (isPreview) continue
    await setScheduled(db, id, after)
    await enqueue(db, startLetterJob, { letter: id }, { key: letterKey(id), runAt: after })
  }
  return moved
}
