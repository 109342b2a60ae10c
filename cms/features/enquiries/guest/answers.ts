import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import { bookOpenCheckout } from '../../payments/service.ts'
import { hasCardPayments } from '../../payments/stripe.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { enquiryError } from '../errors.ts'
import { keepSpace, releaseSpace } from '../holding.ts'
import { dayIn, dayOf, noteChange, withEnquiry } from '../locked.ts'
import { mailGuest } from '../mails/render.ts'
import { referenceOf } from '../payable.ts'
import { type Enquiry, updateEnquiry } from '../queries/enquiries.ts'
import { countMessages, findMessage, insertMessage } from '../queries/messages.ts'
import { findStandingQuote, listQuotes, type Quote, updateQuote } from '../queries/quotes.ts'
import { countReturn } from '../rate-limits.ts'
import { answerDays, isOpen, limits, payUntil } from '../rules.ts'
import { win } from '../winning.ts'

/** The guest says that the address is theirs. Repeatable. */
export const confirmAddress = (req: PayloadRequest, id: number): Promise<void> =>
  withEnquiry(req, id, async (db, enquiry) => {
    if (enquiry.confirmedAt) return
    await updateEnquiry(db, id, { confirmedAt: new Date() })
    await noteChange(req, db, enquiry, 'confirmed', 'The guest has confirmed the address.')
  })

/**
 * Stores what a guest wrote: on the page, in a reply that a mail service reported, or that staff pasted. Staff have to
 * answer it, also if the enquiry is closed: then it stays closed, and is marked until somebody has looked.
 * @returns whether it is new
 * @throws HttpError `too_often` if the enquiry has very many messages
 */
export async function storeGuestMessage(
  req: PayloadRequest,
  db: Database,
  enquiry: Enquiry,
  { key, text, staff = null, at }: { key: string; text: string; staff?: number | null; at?: Date },
): Promise<boolean> {
  if (await findMessage(db, enquiry.id, key)) return false
  if ((await countMessages(db, enquiry.id)) >= limits.messages) throw enquiryError('too_often')
  const message = { enquiry: enquiry.id, kind: 'guest' as const, text, key, staff }
  await insertMessage(db, { ...message, ...(at && { at }) })
  const dueOn = await dayIn(req, answerDays)
  const isSooner = enquiry.dueOn === null || dueOn < enquiry.dueOn
  // A person who pastes a reply has read it, and sets the day.
  await updateEnquiry(db, enquiry.id, isSooner && staff === null ? { dueOn } : {})
  return true
}

/** @throws HttpError `unconfirmed`, `closed`, `too_often` */
export const writeToStaff = (
  req: PayloadRequest,
  id: number,
  message: { key: string; text: string },
): Promise<void> =>
  withEnquiry(req, id, async (db, enquiry) => {
    if (!enquiry.confirmedAt) throw enquiryError('unconfirmed')
    await storeGuestMessage(req, db, enquiry, { ...message, key: `page ${message.key}` })
  })

/** The quote that a guest sees and answers. @throws HttpError `no_quote` */
async function requireQuote(db: Database, enquiry: Enquiry, id: number): Promise<Quote> {
  const quote = await findStandingQuote(db, enquiry.id)
  if (!quote || quote.id !== id) throw enquiryError('no_quote')
  return quote
}

/**
 * Accepts a quote. The date is held until the deposit is paid; without a deposit it is the guest’s at once. A repeated
 * request changes nothing.
 * @throws HttpError `no_quote`, `quote_expired`, `closed`, `date_gone` if the space was taken meanwhile
 */
export const acceptQuote = (req: PayloadRequest, id: number, quoteId: number): Promise<void> =>
  withEnquiry(req, id, async (db, enquiry) => {
    const known = (await listQuotes(db, id)).find((each) => each.id === quoteId)
    if (known?.status === 'accepted') return
    if (known?.status === 'expired') throw enquiryError('quote_expired')
    if (!isOpen(enquiry.status)) throw enquiryError('closed')
    const quote = await requireQuote(db, enquiry, quoteId)
    const now = new Date()
    if (enquiry.status !== 'quoted') throw enquiryError('not_now')
    if (quote.validUntil <= now) throw enquiryError('quote_expired')
    const isPaidFirst = quote.depositCents > 0
    const until = isPaidFirst ? payUntil(now, quote.startsAt) : null
    const kept = await keepSpace(req, db, enquiry, quote, until).catch((error: unknown) => {
      throw error instanceof HttpError && error.reason === 'taken'
        ? enquiryError('date_gone')
        : error
    })
    await updateQuote(db, quote.id, { status: 'accepted', acceptedAt: now })
    const accepted = { ...quote, status: 'accepted' as const, acceptedAt: now }
    await noteChange(req, db, kept, 'accepted', 'The guest has accepted the quote.')
    // The address is theirs: the link came there.
    const confirmedAt = kept.confirmedAt ?? now
    if (!until) {
      await win(req, db, { ...kept, confirmedAt }, accepted)
      return
    }
    const dueOn = addDays(await dayOf(req, until), 1)
    const held = await updateEnquiry(db, id, { status: 'held', dueOn, confirmedAt })
    const { timeZone, currency } = await findSiteFacts(req.payload)
    await mailGuest(req, 'accepted', {
      ...{ enquiry: held, quote: accepted, occasion: `quote ${quote.id}` },
      words: {
        until: formatGuestTime(until, timeZone),
        deposit: formatMoney(quote.depositCents, currency),
      },
    })
  })

/** Declines a quote, which frees the date. A repeated request changes nothing. @throws HttpError `no_quote`, `not_now` */
export const declineQuote = (req: PayloadRequest, id: number, quoteId: number): Promise<void> =>
  withEnquiry(req, id, async (db, enquiry) => {
    const known = (await listQuotes(db, id)).find((each) => each.id === quoteId)
    if (known?.status === 'declined') return
    const quote = await requireQuote(db, enquiry, quoteId)
    if (enquiry.status !== 'quoted' || quote.status !== 'sent') throw enquiryError('not_now')
    await updateQuote(db, quote.id, { status: 'declined' })
    const released = await releaseSpace(req, db, enquiry)
    const dueOn = await dayIn(req, answerDays)
    const changed = await updateEnquiry(db, id, { status: 'answered', dueOn })
    await noteChange(
      req,
      db,
      { ...released, version: changed.version },
      'declined',
      'The guest has declined the quote.',
    )
  })

/**
 * Books a payment at once, if the guest has just paid: for the page to which they return, perhaps before the payment
 * service’s message arrives.
 * @returns whether what the page shows is up to date
 */
export async function bookReturned(payload: Payload, enquiry: number): Promise<boolean> {
  if (!hasCardPayments()) return true
  try {
    const req = await createLocalReq({}, payload)
    await countReturn(req, enquiry)
    await bookOpenCheckout(req, referenceOf(enquiry))
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}
