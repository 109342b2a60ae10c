import { inSavepoint } from '../../platform/database/transaction.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { findSiteFacts } from '../../platform/runtime/site-facts.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import { formatMoney } from '../../platform/ui/money.ts'
import type { PayableKind } from '../payments/ports.ts'
import { checkoutMinutes, graceMinutes } from '../payments/rules.ts'
import { areaName } from '../venue/names.ts'
import { enquiryError } from './errors.ts'
import { keepSpace } from './holding.ts'
import { dayIn, noteChange } from './locked.ts'
import { findEnquiry, lockEnquiry, updateEnquiry } from './queries/enquiries.ts'
import { findHold } from './queries/holds.ts'
import { findStandingQuote, updateQuote } from './queries/quotes.ts'
import { enquiryPath, payUntil } from './rules.ts'
import { enquiryToken } from './token.ts'
import { win } from './winning.ts'

const prefix = 'enquiry'
export const referenceOf = (id: number): string => `${prefix}:${id}`

/** Guests pay the deposit of an accepted quote by card. */
export const payableDeposits: PayableKind = {
  prefix,
  lock: async (_, db, id) => {
    await lockEnquiry(db, id)
  },
  begin: async (req, db, id, { endsAt }) => {
    const enquiry = await findEnquiry(db, id)
    const quote = await findStandingQuote(db, id)
    if (enquiry?.status !== 'held' || quote?.status !== 'accepted' || !quote.depositCents) {
      throw enquiryError('nothing_to_pay')
    }
    const hold = await findHold(db, id)
    if (!hold?.heldUntil) throw enquiryError('date_gone')
    const now = new Date()
    const until = payUntil(quote.acceptedAt ?? now, quote.startsAt)
    if (until <= now) throw enquiryError('quote_expired')
    // A payment of the last moment is accepted, also if the payment service can't be reached. This does not add up: nobody
    // begins to pay after the day that the guest knows.
    const wanted = now.getTime() + (checkoutMinutes + graceMinutes) * 60_000
    const last = new Date(Math.min(wanted, quote.startsAt.getTime()))
    if (hold.heldUntil < last) await keepSpace(req, db, enquiry, quote, last)
    const { timeZone } = await findSiteFacts(req.payload)
    return {
      amountCents: quote.depositCents,
      use: 'deposit',
      description: `Deposit: ${areaName(quote.area)}, ${formatGuestTime(quote.startsAt, timeZone)}`,
      ...{ email: enquiry.email || null, member: enquiry.member },
      payUntil: last < endsAt ? last : endsAt,
      rule: 'The deposit comes off your bill. If we cancel, all of it goes back to your card.',
    }
  },
  paid: async (req, db, { id, payment, amountCents }) => {
    const enquiry = await findEnquiry(db, id)
    const quote = await findStandingQuote(db, id)
    if (enquiry?.status === 'won' && quote?.payment === payment) return true
    const isAsked = quote?.status === 'accepted' && quote.depositCents === amountCents
    if (enquiry?.status !== 'held' || !quote || !isAsked) return false
    try {
      await inSavepoint(db, async () => {
        await updateQuote(db, quote.id, { payment })
        await win(req, db, enquiry, { ...quote, payment })
      })
      return true
    } catch (error) {
      // The date has gone meanwhile, so the money goes back.
      if (error instanceof HttpError && error.reason === 'taken') return false
      throw error
    }
  },
  // Staff paid some of it back, or the bank did: the date stays theirs until staff say otherwise.
  changed: async (req, db, { id, payment }, { netCents }) => {
    if ((await findStandingQuote(db, id))?.payment !== payment) return
    const { currency } = await findSiteFacts(req.payload)
    const changed = await updateEnquiry(db, id, { dueOn: await dayIn(req, 0) })
    const text = `Of the deposit, ${formatMoney(netCents, currency)} is with us now.`
    await noteChange(req, db, changed, 'deposit_changed', text)
  },
  // The date stays held until the day that the guest knows; `expire.ts` ends it then.
  expired: async () => {},
  pathOf: async (db, id) => {
    const enquiry = await findEnquiry(db, id)
    return enquiry?.email ? enquiryPath(enquiryToken(enquiry)) : null
  },
}
