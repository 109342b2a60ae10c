import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { addDays, localMoment } from '../venue/hours/opening-hours.ts'
import { findVenue } from '../venue/service.ts'
import { enquiryError } from './errors.ts'
import { type Enquiry, findEnquiry, lockEnquiry } from './queries/enquiries.ts'
import { insertMessage } from './queries/messages.ts'
import { readEnquiryToken } from './token.ts'

/** Runs `work` in a transaction in which the enquiry is locked. @throws HttpError `not_found` */
export const withEnquiry = <T>(
  req: PayloadRequest,
  id: number,
  work: (db: Database, enquiry: Enquiry) => Promise<T>,
): Promise<T> =>
  inTransaction(req, async (db) => {
    const enquiry = await lockEnquiry(db, id)
    if (!enquiry) throw enquiryError('not_found')
    return work(db, enquiry)
  })

/** The enquiry whose permanent link has this token. @throws HttpError `not_found` */
export async function requireByToken(req: PayloadRequest, token: string): Promise<Enquiry> {
  const content = readEnquiryToken(token)
  const enquiry = content && (await findEnquiry(databaseOf(req.payload), content.id))
  if (!enquiry || enquiry.linkVersion !== content.linkVersion) throw enquiryError('not_found')
  return enquiry
}

/** The day some days from today, on the venue’s calendar. */
export async function dayIn(req: PayloadRequest, days: number): Promise<string> {
  return addDays(await dayOf(req, new Date()), days)
}

/** The day of a moment on the venue’s calendar. */
export async function dayOf(req: PayloadRequest, at: Date): Promise<string> {
  const { timeZone } = await findVenue(req.payload)
  return localMoment(at, timeZone).date
}

/** Says in the history of an enquiry, and in the audit trail, what changed. The latter names nobody. */
export async function noteChange(
  req: PayloadRequest,
  db: Database,
  { id, version }: Pick<Enquiry, 'id' | 'version'>,
  action: string,
  text: string,
): Promise<void> {
  const staff = req.user?.collection === 'users' ? Number(req.user.id) : null
  await insertMessage(db, {
    ...{ enquiry: id, kind: 'change', text, staff },
    key: `change ${version} ${action}`,
  })
  await record(req, {
    ...{ action: `enquiry_${action}`, subject: `enquiry no. ${id}` },
    ...{ of_collection: 'enquiries', document: id, details: {} },
  })
}
