import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { closeCheckouts } from '../payments/service.ts'
import { releaseSpace } from './holding.ts'
import { referenceOf } from './payable.ts'
import { lockEnquiry, updateEnquiry } from './queries/enquiries.ts'
import { erasePersonal, listOwned } from './queries/personal-data.ts'
import { findStandingQuote, updateQuote } from './queries/quotes.ts'
import { isOpen } from './rules.ts'

/**
 * Erases a member’s enquiries, in the transaction that deletes the member. Open ones are closed, which frees their dates;
 * a date that is won stays taken, without a name.
 */
export async function eraseOwned(
  db: Database,
  owner: PersonalDataOwner,
  req: PayloadRequest,
): Promise<void> {
  const ids = await listOwned(db, owner)
  for (const id of ids) {
    const enquiry = await lockEnquiry(db, id)
    if (!enquiry || !isOpen(enquiry.status)) continue
    await closeCheckouts(db, referenceOf(id))
    const quote = await findStandingQuote(db, id)
    if (quote) await updateQuote(db, quote.id, { status: 'withdrawn' })
    await releaseSpace(req, db, enquiry)
    await updateEnquiry(db, id, { status: 'lost', lostReason: 'plans', closedAt: new Date() })
  }
  await erasePersonal(db, ids)
}
