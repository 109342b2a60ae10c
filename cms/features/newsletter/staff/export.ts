import type { Payload, PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { csvPages } from '../../../platform/http/csv/write.ts'
import { fields } from '../csv/columns.ts'
import { textsOfContact } from '../csv/contact.ts'
import {
  countByState,
  countSubscribers,
  findSubscribersAfter,
  type ListFilter,
} from '../queries/subscriber-list.ts'

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
    ({ place, row }) => {
      const texts = row && textsOfContact(row, row.consent)
      return { after: place, cells: texts && fields.map((field) => texts[field]) }
    },
    { isText: true },
  )
}

export const countSubscribersByState = (payload: Payload): ReturnType<typeof countByState> =>
  countByState(databaseOf(payload))
