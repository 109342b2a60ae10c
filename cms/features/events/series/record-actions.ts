import type { PayloadRequest } from 'payload'
import { lockForm } from '../../../platform/database/advisory-locks.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { mailsInWords } from '../../../platform/mail/rules.ts'
import { eventError } from '../errors.ts'
import type { EventStatus } from '../rules.ts'
import type { RecordAction, StatusReply } from './record-contract.ts'
import { type SyncResult, syncDatesOfRecord } from './sync.ts'

const statusAfter: Record<RecordAction, EventStatus> = {
  publish: 'published',
  draft: 'draft',
  postpone: 'postponed',
  cancel: 'cancelled',
}

const mailsGoOut = (count: number) =>
  count > 0 && `${mailsInWords(count)} ${count === 1 ? 'is' : 'are'} on the way.`
const stayCancelled = (count: number) =>
  count > 0 && (count === 1 ? 'One date stays cancelled.' : `${count} dates stay cancelled.`)

/** Describes what an action did, in sentences for staff. */
const describe: Record<RecordAction, (result: SyncResult) => (string | false)[]> = {
  publish: ({ notifiedGuests, cancelled }) => [
    'It is out.',
    mailsGoOut(notifiedGuests),
    stayCancelled(cancelled),
  ],
  draft: () => ['It is a draft again, and nobody sees it.'],
  postpone: ({ notifiedGuests }) => [
    'It is postponed, and guests keep their places.',
    mailsGoOut(notifiedGuests),
  ],
  cancel: ({ notifiedGuests }) => ['It is cancelled.', mailsGoOut(notifiedGuests)],
}

/**
 * Publishes, postpones or cancels an event with all its dates to come, or makes it a draft again.
 * @param seen the `updatedAt` of the version that the caller saw
 * @throws HttpError `no_event`, `changed`; APIError of a hook if caller or status do not allow the
 *   action
 */
export const changeStatus = (
  req: PayloadRequest,
  id: number,
  { action, seen, reason }: { action: RecordAction; seen: string | null; reason: string | null },
): Promise<StatusReply> =>
  inTransaction(req, async (db) => {
    await lockForm(db, `events ${id}`)
    const found = await req.payload.find({
      collection: 'events',
      where: { id: { equals: id } },
      depth: 0,
      req,
    })
    const [doc] = found.docs
    if (!doc) throw eventError('no_event')
    if (seen && Date.parse(seen) !== Date.parse(doc.updatedAt)) throw eventError('changed')
    const status = statusAfter[action]
    if (reason) req.context.reason = reason
    // An event that has the status already is synchronised, so that its dates have the status too.
    if (doc.status === status) {
      const synced = await syncDatesOfRecord(req, doc, { tell: null, isRecordSaved: true })
      return replyOf(doc, action, synced)
    }
    const data = { status }
    const saved = await req.payload.update({ collection: 'events', id, depth: 0, req, data })
    return replyOf(saved, action, req.context.synced as SyncResult)
  })

const replyOf = (
  { status, updatedAt }: { status: EventStatus; updatedAt: string },
  action: RecordAction,
  synced: SyncResult,
): StatusReply => ({
  state: status,
  updatedAt,
  message: describe[action](synced).filter(Boolean).join(' '),
})
