import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import type { Rsvp } from './queries/rsvps.ts'
import type { EventDate } from './rules.ts'

/** Records that the ledger refused to reverse a payment. The entry is kept forever, so it does not name the guest. */
export const recordRefusedRefund = (
  req: PayloadRequest,
  { title, day }: Pick<EventDate, 'title' | 'day'>,
  { id, transfer }: Pick<Rsvp, 'id' | 'transfer'>,
): Promise<void> =>
  record(req, {
    action: 'event_not_refunded',
    subject: `no. ${id} of ${title}, ${day}`,
    of_collection: 'event_rsvps',
    document: id,
    details: { transfer },
  })
