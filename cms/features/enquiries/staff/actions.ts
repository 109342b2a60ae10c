import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { record } from '../../../platform/audit/service.ts'
import type { Database } from '../../../platform/database/query.ts'
import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import { refundableCents } from '../../payments/rules.ts'
import {
  closeCheckouts,
  findSubjectPayments,
  refundSubject,
  settleDeposits,
} from '../../payments/service.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { enquiryError } from '../errors.ts'
import { storeGuestMessage } from '../guest/answers.ts'
import { holdSpace, releaseSpace } from '../holding.ts'
import { dayIn, dayOf, noteChange, withEnquiry } from '../locked.ts'
import { mailGuest } from '../mails/render.ts'
import { referenceOf } from '../payable.ts'
import { type Enquiry, updateEnquiry } from '../queries/enquiries.ts'
import { findHold } from '../queries/holds.ts'
import { findMessage, insertMessage } from '../queries/messages.ts'
import { erasePersonal } from '../queries/personal-data.ts'
import {
  findQuoteByKey,
  findStandingQuote,
  insertQuote,
  type Quote,
  updateQuote,
} from '../queries/quotes.ts'
import {
  askAgainDays,
  canDo,
  isOpen,
  quoteProblem,
  type StaffAction,
  statusAfterMail,
  totalsOf,
} from '../rules.ts'
import { draftEvent, win } from '../winning.ts'
import type {
  ActReply,
  changeRequest,
  EventReply,
  loseRequest,
  mailRequest,
  noteRequest,
  QuoteRequest,
} from './contract.ts'

type Staff = { id: number }
type Target = { id: number; version: number }
const replyOf = ({ id, version }: Enquiry): ActReply => ({ id, version })

/** Runs an action on an enquiry that nobody changed since staff saw it. @throws HttpError `not_found`, `stale`, `not_now` */
const withCurrent = <T>(
  req: PayloadRequest,
  { id, version }: Target,
  action: StaffAction | null,
  work: (db: Database, enquiry: Enquiry) => Promise<T>,
): Promise<T> =>
  withEnquiry(req, id, async (db, enquiry) => {
    requireCurrent(enquiry, version)
    if (action && !canDo(action, enquiry.status)) throw enquiryError('not_now')
    return work(db, enquiry)
  })

function requireCurrent(enquiry: Enquiry, version: number): void {
  if (enquiry.version !== version) throw enquiryError('stale')
}

/** Changes who looks after an enquiry, and until when something has to be done. */
export const changeEnquiry = (
  req: PayloadRequest,
  { owner, due_on, ...target }: z.output<typeof changeRequest>,
): Promise<ActReply> =>
  withCurrent(req, target, null, async (db, enquiry) => {
    const changed = await updateEnquiry(db, enquiry.id, {
      ...(owner !== undefined && { owner }),
      ...(due_on !== undefined && { dueOn: due_on }),
    })
    await record(req, {
      ...{ action: 'enquiry_changed', subject: `enquiry no. ${enquiry.id}` },
      ...{ of_collection: 'enquiries', document: enquiry.id },
      details: { owner: changed.owner, due_on: changed.dueOn },
    })
    return replyOf(changed)
  })

/** Adds a note for staff. It changes nothing else, so it needs no version. */
export const addNote = (
  req: PayloadRequest,
  staff: Staff,
  { id, key, text }: z.output<typeof noteRequest>,
): Promise<void> =>
  withEnquiry(req, id, async (db) => {
    const message = { enquiry: id, kind: 'note' as const, text, staff: staff.id }
    await insertMessage(db, { ...message, key: `note ${key}` })
  })

/** Stores a reply of the guest that staff paste. */
export const pasteReply = (
  req: PayloadRequest,
  staff: Staff,
  { id, key, text }: z.output<typeof noteRequest>,
): Promise<void> =>
  withEnquiry(req, id, async (db, enquiry) => {
    await storeGuestMessage(req, db, enquiry, { key: `pasted ${key}`, text, staff: staff.id })
  })

/**
 * Mails the guest what a staff member wrote. If somebody else has answered meanwhile, nothing is sent. A repeated request
 * sends one mail.
 * @throws HttpError `stale`, `key_reused`
 */
export const mailEnquirer = (
  req: PayloadRequest,
  staff: Staff,
  { id, version, key, subject, text }: z.output<typeof mailRequest>,
): Promise<ActReply> =>
  withEnquiry(req, id, async (db, enquiry) => {
    const ownKey = `mail ${key}`
    const written = `${subject}\n\n${text}`
    const earlier = await findMessage(db, id, ownKey)
    if (earlier) {
      if (earlier.text !== written) throw enquiryError('key_reused')
      return replyOf(enquiry)
    }
    requireCurrent(enquiry, version)
    if (!enquiry.email) throw enquiryError('not_now')
    await insertMessage(db, {
      ...{ enquiry: id, kind: 'mail', text: written, staff: staff.id, key: ownKey },
    })
    const changed = await updateEnquiry(db, id, {
      status: statusAfterMail(enquiry.status),
      owner: enquiry.owner ?? staff.id,
      dueOn: await dueAfterMail(req, db, enquiry),
    })
    await mailGuest(req, 'answer', { enquiry: changed, words: { subject, text }, occasion: key })
    return replyOf(changed)
  })

/** By which day staff have to do something once they have answered. */
async function dueAfterMail(
  req: PayloadRequest,
  db: Database,
  { id, status }: Enquiry,
): Promise<string | null> {
  if (!isOpen(status)) return null
  if (status === 'held') {
    const until = (await findHold(db, id))?.heldUntil
    return until ? addDays(await dayOf(req, until), 1) : dayIn(req, 0)
  }
  const quote = status === 'quoted' && (await findStandingQuote(db, id))
  return quote ? dayOf(req, quote.validUntil) : dayIn(req, askAgainDays)
}

/**
 * Sends a quote, in place of an earlier one, and holds the space until it is no longer valid.
 * @throws HttpError `stale`, `not_now`, `invalid_quote`, `taken`
 */
export async function sendQuote(
  req: PayloadRequest,
  staff: Staff,
  request: QuoteRequest,
): Promise<ActReply> {
  const { id, version, area, day, deposit: depositCents, words, holds } = request
  const { timeZone } = await findVenue(req.payload)
  const nextDay = request.until <= request.from ? addDays(day, 1) : day
  const [startsAt, endsAt, validUntil] = [
    `${day}T${request.from}`,
    `${nextDay}T${request.until}`,
    `${addDays(request.valid_until, 1)}T00:00`,
  ].map((local) => venueTimeOf(local, timeZone)?.at)
  const lines = request.lines.map(({ vat_percent: vatPercent, ...line }) => ({
    ...line,
    vatPercent,
  }))
  if (!startsAt || !endsAt || !validUntil) throw enquiryError('invalid_quote')
  return withEnquiry(req, id, async (db, enquiry) => {
    const key = `quote ${request.key}`
    if (await findQuoteByKey(db, id, key)) return replyOf(enquiry)
    requireCurrent(enquiry, version)
    if (!canDo('quote', enquiry.status) || !enquiry.email) throw enquiryError('not_now')
    const terms = {
      lines,
      depositCents,
      from: startsAt,
      until: endsAt,
      validUntil,
      now: new Date(),
    }
    const problem = quoteProblem(terms)
    if (problem) throw enquiryError('invalid_quote', { message: problem })
    const former = await findStandingQuote(db, id)
    if (former) await updateQuote(db, former.id, { status: 'replaced' })
    const quote = await insertQuote(db, {
      ...{ enquiry: id, area, startsAt, endsAt, lines, depositCents, words, validUntil, key },
      ...{ totalCents: totalsOf(lines).totalCents, staff: staff.id },
    })
    const kept = holds
      ? await holdSpace(req, db, enquiry, quote, validUntil)
      : await releaseSpace(req, db, enquiry)
    const changed = await updateEnquiry(db, id, {
      ...{ status: 'quoted', dueOn: await dayOf(req, validUntil) },
      ...{ owner: kept.owner ?? staff.id },
    })
    await noteChange(
      req,
      db,
      changed,
      'quoted',
      holds
        ? 'A quote went out, and the date is held.'
        : 'A quote went out, without holding the date.',
    )
    await mailGuest(req, 'quote', {
      ...{ enquiry: changed, quote, occasion: `quote ${quote.id}` },
      words: {
        until: formatGuestTime(new Date(validUntil.getTime() - 60_000), timeZone),
        held: holds
          ? 'We hold the date for you until then.'
          : 'We don’t hold the date meanwhile: whoever says yes first has it.',
      },
    })
    return replyOf(changed)
  })
}

const requireUnpaid = (quote: Quote | null): Quote => {
  if (!quote) throw enquiryError('not_now')
  if (quote.payment !== null) throw enquiryError('paid')
  return quote
}

/** Takes a quote back, which frees the date. */
export const withdrawQuote = (req: PayloadRequest, target: Target): Promise<ActReply> =>
  withCurrent(req, target, 'withdraw', async (db, enquiry) => {
    const quote = requireUnpaid(await findStandingQuote(db, enquiry.id))
    await updateQuote(db, quote.id, { status: 'withdrawn' })
    await closeCheckouts(db, referenceOf(enquiry.id))
    await releaseSpace(req, db, enquiry)
    const dueOn = await dayIn(req, 0)
    const changed = await updateEnquiry(db, enquiry.id, { status: 'answered', dueOn })
    await noteChange(
      req,
      db,
      changed,
      'withdrawn',
      'The quote was withdrawn. The date is free again.',
    )
    return replyOf(changed)
  })

/** The guest has agreed, or paid, in another way than on the page. @throws HttpError `taken` */
export const winByStaff = (req: PayloadRequest, target: Target): Promise<ActReply> =>
  withCurrent(req, target, 'win', async (db, enquiry) => {
    const quote = await findStandingQuote(db, enquiry.id)
    if (!quote) throw enquiryError('not_now')
    const acceptedAt = quote.acceptedAt ?? new Date()
    await updateQuote(db, quote.id, { status: 'accepted', acceptedAt })
    await closeCheckouts(db, referenceOf(enquiry.id))
    return replyOf(await win(req, db, enquiry, { ...quote, status: 'accepted', acceptedAt }))
  })

/**
 * Pays back what is left of one deposit. An enquiry that was opened again may have an earlier one, which the venue keeps. The
 * newest payments are paid back first, and this is the newest.
 */
async function refundDeposit(
  req: PayloadRequest,
  db: Database,
  payment: number,
  { reference, key }: { reference: string; key: string },
): Promise<void> {
  const own = (await findSubjectPayments(db, reference)).find(({ id }) => id === payment)
  const mostCents = own ? refundableCents(own.paidCents, own.refunds) : 0
  await refundSubject(req, db, { reference, key, mostCents, cause: 'staff' })
}

/**
 * Closes an enquiry that came to nothing: its date is free again. Of a deposit that was paid, staff say whether it goes
 * back.
 */
export const loseEnquiry = (
  req: PayloadRequest,
  { reason, words, refund, ...target }: z.output<typeof loseRequest>,
): Promise<ActReply> =>
  withCurrent(req, target, 'lose', async (db, enquiry) => {
    const quote = await findStandingQuote(db, enquiry.id)
    const reference = referenceOf(enquiry.id)
    await closeCheckouts(db, reference)
    if (quote) await updateQuote(db, quote.id, { status: 'withdrawn' })
    if (quote?.payment) {
      if (refund)
        await refundDeposit(req, db, quote.payment, { reference, key: `lost ${quote.id}` })
      else await settleDeposits(req, db, { reference, outcome: 'no_show' })
    }
    await releaseSpace(req, db, enquiry)
    const lost = await updateEnquiry(db, enquiry.id, {
      ...{ status: 'lost', lostReason: reason, lostWords: words || null, dueOn: null },
      closedAt: new Date(),
    })
    await noteChange(req, db, lost, 'lost', words || 'It came to nothing.')
    return replyOf(lost)
  })

export const reopenEnquiry = (req: PayloadRequest, target: Target): Promise<ActReply> =>
  withCurrent(req, target, 'reopen', async (db, enquiry) => {
    if (!enquiry.email) throw enquiryError('not_now')
    const open = await updateEnquiry(db, enquiry.id, {
      ...{ status: 'answered', lostReason: null, lostWords: null, closedAt: null },
      dueOn: await dayIn(req, 0),
    })
    await noteChange(req, db, open, 'reopened', 'It is open again.')
    return replyOf(open)
  })

export const makeEvent = (req: PayloadRequest, target: Target): Promise<EventReply> =>
  withEnquiry(req, target.id, async (db, enquiry) => {
    if (!canDo('draft_event', enquiry.status)) throw enquiryError('not_now')
    const event = await draftEvent(req, db, enquiry, await findStandingQuote(db, enquiry.id))
    return { ...replyOf(enquiry), event }
  })

/** Erases whose enquiry it was, at a person’s request. An open one is closed first. */
export const eraseEnquiry = (req: PayloadRequest, id: number): Promise<void> =>
  withEnquiry(req, id, async (db, enquiry) => {
    if (enquiry.status !== 'won' && enquiry.status !== 'lost') throw enquiryError('not_now')
    await erasePersonal(db, [id])
    await record(req, {
      ...{ action: 'enquiry_erased', subject: `enquiry no. ${id}` },
      ...{ of_collection: 'enquiries', document: id, details: {} },
    })
  })
