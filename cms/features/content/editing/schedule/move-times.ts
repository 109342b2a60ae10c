import type { PayloadRequest } from 'payload'
import { transactionOf } from '../../../../platform/database/query.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import type { MovedTimes, TimeZoneChange } from '../../../venue/ports.ts'
import { moveToZone } from '../../../venue/time/venue-time.ts'
import { textName } from '../../text-names.ts'
import { batchKey, publishBatch } from '../job-types.ts'
import { lockAllWaiting, moveBatch } from '../queries/scheduled-changes.ts'

/** Moves the waiting changes when the venue's time zone changes. */
export async function moveScheduledChanges(
  req: PayloadRequest,
  { from, to, isPreview }: TimeZoneChange,
): Promise<MovedTimes[]> {
  const db = await transactionOf(req)
  const moved: MovedTimes[] = []
  for (const [batch, changes] of Map.groupBy(await lockAllWaiting(db), (each) => each.batch)) {
    const [first] = changes
    if (!first) continue
    const at = moveToZone(first.at, { from, to })
    if (+at === +first.at) continue
    const more = changes.length > 1 ? ` and ${changes.length - 1} more` : ''
    moved.push({
      title: `Scheduled: ${textName(first)}${more}`,
      path: '/collections/scheduled_changes',
      count: 1,
      next: { before: first.at, after: at },
      mails: 0,
    })
    if (isPreview) continue
    await moveBatch(db, batch, at)
    await enqueue(db, publishBatch, { batch }, { key: batchKey(batch), runAt: at })
  }
  return moved
}
