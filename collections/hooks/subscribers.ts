import {
  APIError,
  type CollectionAfterChangeHook,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
} from 'payload'
import { parseBirthday } from '../../cms/newsletter/rules.ts'
import { forgetAddress, writeWithdrawal } from '../../cms/newsletter/staff.ts'

const refuse = (message: string) => new APIError(message, 400, undefined, true)

/** What staff may change of a subscriber: never from no to yes. */
export const onlyStopped: CollectionBeforeChangeHook = ({ data, originalDoc, req }) => {
  if (!req.user) return data
  const state = data.state ?? originalDoc?.state
  const before = originalDoc?.state
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
  return stops ? { ...data, left_at: new Date().toISOString(), paused_until: null } : data
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
