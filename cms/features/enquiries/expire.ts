import { createLocalReq, type Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { findSiteFacts } from '../../platform/runtime/site-facts.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import { closeCheckouts, settleDeposits } from '../payments/service.ts'
import { releaseSpace } from './holding.ts'
import { dayIn, noteChange, withEnquiry } from './locked.ts'
import { mailGuest } from './mails/render.ts'
import { referenceOf } from './payable.ts'
import { updateEnquiry } from './queries/enquiries.ts'
import { endHolds, findHold, listExpired, listOver } from './queries/holds.ts'
import { findStandingQuote, updateQuote } from './queries/quotes.ts'

/**
 * Ends quotes that nobody accepted, or paid for, in time: the date is free again, the guest gets a mail, and staff have to
 * look after the enquiry today.
 */
export async function endQuotes(payload: Payload): Promise<void> {
  for (const id of await listExpired(databaseOf(payload))) {
    const req = await createLocalReq({}, payload)
    const ending = withEnquiry(req, id, async (db, enquiry) => {
      const quote = await findStandingQuote(db, id)
      if (!quote || (enquiry.status !== 'quoted' && enquiry.status !== 'held')) return
      const hold = await findHold(db, id)
      const isAlive = quote.status === 'sent' ? quote.validUntil > new Date() : hold !== null
      if (isAlive) return
      await updateQuote(db, quote.id, { status: 'expired' })
      await closeCheckouts(db, referenceOf(id))
      await releaseSpace(req, db, enquiry)
      const dueOn = await dayIn(req, 0)
      const changed = await updateEnquiry(db, id, { status: 'answered', dueOn })
      const wasAccepted = quote.status === 'accepted'
      const text = wasAccepted
        ? 'The deposit was not paid in time. The date is free again.'
        : 'Nobody accepted the quote in time. The date is free again.'
      await noteChange(req, db, changed, 'quote_ended', text)
      const { timeZone } = await findSiteFacts(payload)
      await mailGuest(req, 'ended', {
        ...{ enquiry: changed, quote, occasion: `quote ${quote.id}` },
        ...(wasAccepted && { words: { until: formatGuestTime(new Date(), timeZone) } }),
      })
    })
    await orLog(payload, id, ending)
  }
}

/** The venue has earned the deposits of events that are over. Their holds end, so that nothing is done twice. */
export async function settleOver(payload: Payload): Promise<void> {
  for (const id of await listOver(databaseOf(payload))) {
    const req = await createLocalReq({}, payload)
    const settling = withEnquiry(req, id, async (db) => {
      await settleDeposits(req, db, { reference: referenceOf(id), outcome: 'visit' })
      await endHolds(db, id)
    })
    await orLog(payload, id, settling)
  }
}

/** One enquiry that fails does not keep the others from their turn. It is tried again next time. */
const orLog = (payload: Payload, enquiry: number, work: Promise<void>): Promise<void> =>
  work.catch((err: unknown) => payload.logger.error({ err, enquiry }, 'enquiry not ended'))
