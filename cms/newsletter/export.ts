import type { Payload, PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { databaseOf } from '../database/query.ts'
import { csvPages } from '../http/csv/write.ts'
import { fields } from './csv/columns.ts'
import { textsOfContact } from './csv/contact.ts'
import {
  countByState,
  countSubscribers,
  findSubscribersAfter,
  type ListFilter,
} from './queries/subscriber-list.ts'

/**
 * Subscribers as CSV, page by page. The audit trail records the export. A subscriber who changes during the
 * export may be missing, but is never included twice.
 */
export async function exportSubscribers(
  req: PayloadRequest,
  filter: ListFilter,
): Promise<AsyncGenerator<string>> {
  const db = databaseOf(req.payload)
  const { state, interest } = filter
  const count = await countSubscribers(db, filter)
  await record(req, {
    action: 'exported',
    subject: `${count} ${count === 1 ? 'subscriber' : 'subscribers'}`,
    of_collection: 'subscribers',
    document: 'export',
    details: { ...(state && { state }), ...(interest && { interest }) },
  })
  return csvPages(
    fields,
    (afterId, limit) => findSubscribersAfter(db, { ...filter, afterId, limit }),
    ({ id, consent, ...subscriber }) => {
      const texts = textsOfContact(subscriber, consent)
      return { after: id, cells: fields.map((field) => texts[field]) }
    },
  )
}

export const countSubscribersByState = (payload: Payload): ReturnType<typeof countByState> =>
  countByState(databaseOf(payload))
