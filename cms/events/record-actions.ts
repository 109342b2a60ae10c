import type { PayloadRequest } from 'payload'
import { lockForm } from '../database/advisory-locks.ts'
import { inTransaction } from '../database/transaction.ts'
import type { RecordAction, StatusReply } from './record-contract.ts'
import { eventRecordError } from './record-errors.ts'
import type { EventStatus } from './rules.ts'
import type { SyncResult } from './sync.ts'

const statusAfter: Record<RecordAction, EventStatus> = {
  publish: 'published',
  draft: 'draft',
  postpone: 'postponed',
  cancel: 'cancelled',
}

const guestsInWords = (count: number) => `${count} ${count === 1 ? 'guest' : 'guests'}`
const guestsHear = (count: number) => count > 0 && `${guestsInWords(count)} hear of it.`
const stayCancelled = (count: number) =>
  count > 0 && (count === 1 ? 'One date stays cancelled.' : `${count} dates stay cancelled.`)

/** Describes what an action did, in sentences for staff. */
const describe: Record<RecordAction, (result: SyncResult) => (string | false)[]> = {
  publish: ({ notifiedGuests, cancelled }) => [
    'It is out.',
    guestsHear(notifiedGuests),
    stayCancelled(cancelled),
  ],
  draft: () => ['It is a draft again, and nobody sees it.'],
  postpone: ({ notifiedGuests }) => [
    'It is postponed.',
    notifiedGuests > 0 && `${guestsInWords(notifiedGuests)} hear of it, and keep their places.`,
  ],
  cancel: ({ notifiedGuests }) => ['It is cancelled.', guestsHear(notifiedGuests)],
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
    if (!doc) throw eventRecordError('no_event')
    if (seen && Date.parse(seen) !== Date.parse(doc.updatedAt)) throw eventRecordError('changed')
    const status = statusAfter[action]
    if (reason) req.context.reason = reason
    const saved =
      doc.status === status
        ? doc
        : await req.payload.update({ collection: 'events', id, depth: 0, req, data: { status } })
    const synced = (req.context.synced as SyncResult | undefined) ?? {
      ...{ added: 0, changed: 0, cancelled: 0, notifiedGuests: 0 },
    }
    const message = describe[action](synced).filter(Boolean).join(' ')
    return { state: saved.status, updatedAt: saved.updatedAt, message }
  })
