import { randomUUID } from 'node:crypto'
import type { Payload, PayloadRequest } from 'payload'
import { recordAll } from '../../../../platform/audit/service.ts'
import { lockUntilCommit } from '../../../../platform/database/lock.ts'
import { databaseOf } from '../../../../platform/database/query.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { HttpError } from '../../../../platform/http/errors.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import type { StaffCaller } from '../../../../platform/staff/access.ts'
import { findVenue } from '../../../venue/service.ts'
import { requireFuture } from '../../../venue/time/future-time.ts'
import { formatVenueTime } from '../../../venue/time/venue-time.ts'
import { keyPath } from '../../contract.ts'
import { hasVersion } from '../../stored-content.ts'
import { textName } from '../../text-names.ts'
import type {
  CancelReply,
  CancelRequest,
  ScheduleListReply,
  ScheduleReply,
  ScheduleRequest,
} from '../contract.ts'
import { batchKey, publishBatch } from '../job-types.ts'
import { findOpenChanges, lockByIdOrBatch, replaceChanges } from '../queries/scheduled-changes.ts'
import { cancelScheduledChanges } from './scheduled-changes.ts'

/**
 * Schedules keys to be published or unpublished together, in one transaction. Waiting changes of the
 * same key and action are replaced.
 *
 * The change publishes the revision that the publisher chose. Later edits stay drafts. If a later revision
 * was published meanwhile, the change is cancelled at its scheduled time, with a reason.
 * @param request.at on the venue's clock, `YYYY-MM-DDTHH:MM`; see `venueTimeOf` for a time that the clocks
 *   skip or show twice
 * @throws HttpError `bad_request` for an invalid or past time, `not_found` for a missing revision
 */
export async function scheduleChanges(
  req: PayloadRequest,
  by: StaffCaller,
  request: ScheduleRequest,
): Promise<ScheduleReply> {
  const { timeZone } = await findVenue(req.payload)
  const { at, remark } = requireFuture(request.at, timeZone)
  const { action } = request
  const instead = action === 'unpublish' ? (request.instead ?? null) : null
  const items = [...new Map(request.items.map((item) => [keyPath(item), item])).values()]
  const batch = randomUUID()
  const ids = await inTransaction(req, async (db) => {
    // Serialises calls that schedule or publish. Without this lock, two calls could both add a change for the same key.
    await lockUntilCommit(req, 'schedule')
    for (const item of items) {
      if (!(await hasVersion(db, item, item.revision))) {
        throw new HttpError('not_found', `There is no such revision of ${keyPath(item)}.`)
      }
    }
    const added = await replaceChanges(db, { items, action, instead, at, batch, by })
    const entries = items.map((item, index) => ({
      action: 'schedule',
      subject: textName(item),
      of_collection: 'scheduled_changes',
      document: Number(added[index]),
      details: {
        action,
        at: at.toISOString(),
        revision: item.revision,
        ...(instead && { instead }),
      },
    }))
    await recordAll(req, entries)
    await enqueue(db, publishBatch, { batch }, { key: batchKey(batch), runAt: at })
    return added
  })
  const done = action === 'publish' ? 'published' : 'taken down'
  const message = `To be ${done} on ${formatVenueTime(at, timeZone)}.${remark}`
  return { ids, at: at.toISOString(), message }
}

/**
 * Cancels one waiting change or a batch.
 * @throws HttpError `not_found` if there is no such change, `conflict` if no such change is waiting
 */
export function cancelChanges(req: PayloadRequest, request: CancelRequest): Promise<CancelReply> {
  return inTransaction(req, async (db) => {
    const changes = await lockByIdOrBatch(db, request)
    const [first] = changes
    if (!first) throw new HttpError('not_found', 'There is no such scheduled change.')
    const waiting = changes.filter(({ state }) => state === 'waiting')
    if (!waiting.length) throw new HttpError('conflict', `This was ${first.state} already.`)
    await cancelScheduledChanges(req, db, waiting, null)
    return { ids: waiting.map(({ id }) => id) }
  })
}

/**
 * Waiting changes, and changes that failed in the last two weeks and were not scheduled again; soonest
 * first.
 * @param page limits the result to this page and the global keys; null for the whole site
 */
export async function findSchedule(
  payload: Payload,
  page: string | null,
): Promise<ScheduleListReply> {
  const changes = await findOpenChanges(databaseOf(payload), page)
  return { changes: changes.map((each) => ({ ...each, at: each.at.toISOString() })) }
}
