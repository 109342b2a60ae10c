import type { PayloadRequest } from 'payload'
import { hmac } from '../../../platform/crypto/hmac.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { mailboxOf } from '../../../platform/mail/address.ts'
import type { Caller } from '../../members/contract.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { enquiryError } from '../errors.ts'
import { dayIn } from '../locked.ts'
import { mailGuest } from '../mails/render.ts'
import {
  type Enquiry,
  findEnquiryByKey,
  insertEnquiry,
  listStandingAddresses,
} from '../queries/enquiries.ts'
import { requireMailBudget } from '../rate-limits.ts'
import { answerDays, limits } from '../rules.ts'
import type { EnquireRequest } from './contract.ts'

/**
 * Stores an enquiry, and mails the permanent link at once. A member’s address is confirmed already. A repeated request
 * has no second effect. The reply does not tell whether the address is known.
 * @throws HttpError `too_often`, `work_required`, `too_many`; `bad_request` for a day that is over or too far ahead
 */
export async function enquire(
  req: PayloadRequest,
  { key, name, email, website: _, day_part, budget, days, ...details }: EnquireRequest,
  { member, isForm }: { member: Caller | null; isForm: boolean },
): Promise<Enquiry> {
  const guest = { name: member?.name ?? name, email: member?.email ?? email }
  if (!guest.email)
    throw new HttpError('bad_request', 'Please enter a valid email.', { field: 'email' })
  if (!guest.name)
    throw new HttpError('bad_request', 'Please tell us your name.', { field: 'name' })
  const today = await dayIn(req, 0)
  const wanted = [...new Set(days)]
  if (wanted.some((day) => day < today)) {
    throw new HttpError('bad_request', 'One of these days is over. Choose days to come.', {
      field: 'days',
    })
  }
  if (wanted.some((day) => day > addDays(today, limits.daysAhead))) {
    throw new HttpError('bad_request', 'That is too far ahead: three years are the most.', {
      field: 'days',
    })
  }
  const values = {
    ...{ ...details, days: wanted, dayPart: day_part, budgetCents: budget },
    ...{ name: guest.name, email: guest.email, member: member?.id ?? null },
  }
  // A form without JavaScript has no key of its own: the same words on the same day are one enquiry.
  const ownKey = hmac('enquiry', key ?? `${today} ${JSON.stringify(values)}`, guest.email)
  const count = member ? null : await requireMailBudget(req, guest.email, { isForm })
  const dueOn = addDays(today, answerDays)
  const enquiry = await inTransaction(req, async (db) => {
    await lockNames(db, [`enquiries of ${hmac('enquiries of a person', mailboxOf(values.email))}`])
    const earlier = await findEnquiryByKey(db, ownKey)
    if (earlier) return earlier
    const mailbox = mailboxOf(values.email)
    const standing = (await listStandingAddresses(db, values.email)).filter(
      (each) => mailboxOf(each) === mailbox,
    )
    // A stranger must not learn that an address has enquiries, so only members are told.
    if (standing.length >= limits.standing) throw enquiryError(member ? 'too_many' : 'too_often')
    const confirmedAt = member ? new Date() : null
    const made = await insertEnquiry(db, { ...values, key: ownKey, confirmedAt, dueOn })
    if (!made) throw enquiryError('key_reused')
    await mailGuest(req, member ? 'confirmed' : 'received', { enquiry: made, occasion: 'once' })
    return made
  })
  await count?.()
  return enquiry
}
