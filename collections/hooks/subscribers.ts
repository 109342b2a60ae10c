import {
  APIError,
  type CollectionAfterChangeHook,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
} from 'payload'
import { executorOf } from '../../cms/database/sql.ts'
import { parseBirthday } from '../../cms/newsletter/rules.ts'
import { forgetAddress, writeWithdrawal } from '../../cms/newsletter/staff.ts'
import { subscriberById } from '../../cms/newsletter/subscribers.ts'
import { isSeen } from './seen.ts'

const refuse = (message: string, status = 400) => new APIError(message, status, undefined, true)

/**
 * Lets nobody write over what a subscriber did meanwhile: somebody who has just left would be put back.
 * The subscriber is held until that is done.
 */
export const onlySeen: CollectionBeforeChangeHook = async ({ data, originalDoc, req }) => {
  if (!req.user) return data
  const db = await executorOf(req)
  const subscriber = await subscriberById(db, Number(originalDoc?.id), { holds: true })
  if (isSeen(req, originalDoc, subscriber?.updatedAt)) return data
  throw refuse('This subscriber has changed meanwhile. Load the page again.', 409)
}

/** What staff may change of a subscriber: never from no to yes. */
export const onlyStopped: CollectionBeforeChangeHook = ({ data, originalDoc, req }) => {
  if (!req.user) return data
  const state = data.state ?? originalDoc?.state
  const before = originalDoc?.state
  if (state !== before && before === 'complained') {
    throw refuse('They called a mail unwanted. That stands until they sign up and confirm it anew.')
  }
  if (state !== before && (state !== 'unsubscribed' || before === 'pending')) {
    throw refuse(
      'Staff can only stop letters. To get them, people sign up and confirm it themselves.',
    )
  }
  const { birthday_day: day, birthday_month: month } = { ...originalDoc, ...data }
  if ((day == null) !== (month == null) || (day != null && !parseBirthday(`${day}/${month}`))) {
    throw refuse('A birthday has a day and a month, and the month has such a day.')
  }
  const stops = state === 'unsubscribed' && before === 'active'
  return stops ? { ...data, left_at: new Date().toISOString() } : data
}

/** Writes down that letters were stopped for somebody. */
export const noteWithdrawal: CollectionAfterChangeHook = async ({ doc, previousDoc, req }) => {
  const stops = doc.state === 'unsubscribed' && previousDoc?.state !== 'unsubscribed'
  if (req.user && stops) await writeWithdrawal(req, doc.id, doc.interests ?? [])
  return doc
}

/** Of somebody who is deleted nothing stays but a hash. */
export const forgetSubscriber: CollectionBeforeDeleteHook = async ({ id, req }) => {
  await forgetAddress(req, Number(id))
}
