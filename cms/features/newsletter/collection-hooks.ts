import type {
  CollectionAfterChangeHook,
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
} from 'payload'
import { parseBirthday } from '../../platform/http/texts/field-rules.ts'
import { isBasedOnCurrent } from '../../platform/payload/hooks/base-version.ts'
import { refuse } from '../../platform/payload/hooks/refuse.ts'
import { eraseSubscriber, lockForStaff, recordStopByStaff } from './staff/changes-by-staff.ts'

/** Refuses a change by staff if the record has changed since they loaded it: the subscriber may have left. */
export const refuseStale: CollectionBeforeChangeHook = async ({ data, originalDoc, req }) => {
  if (!req.user) return data
  const changedAt = await lockForStaff(req, Number(originalDoc?.id))
  if (!isBasedOnCurrent(req, originalDoc, changedAt)) {
    refuse('This subscriber has changed meanwhile. Load the page again.', 409)
  }
  return data
}

/** Checks a change by staff, who can end a subscription but not start one. */
export const checkStaffChange: CollectionBeforeChangeHook = ({ data, originalDoc, req }) => {
  if (!req.user) return data
  const state = data.state ?? originalDoc?.state
  const before = originalDoc?.state
  if (state !== before && before === 'complained') {
    refuse('They called a mail unwanted. That stands until they sign up and confirm it anew.')
  }
  if (state !== before && (state !== 'unsubscribed' || before === 'pending')) {
    refuse('Staff can only stop letters. To get them, people sign up and confirm it themselves.')
  }
  const { birthday_day: day, birthday_month: month } = { ...originalDoc, ...data }
  if ((day == null) !== (month == null) || (day != null && !parseBirthday(`${day}/${month}`))) {
    refuse('A birthday has a day and a month, and the month has such a day.')
  }
  const stops = state === 'unsubscribed' && before === 'active'
  return stops ? { ...data, left_at: new Date().toISOString() } : data
}

export const recordStop: CollectionAfterChangeHook = async ({ doc, previousDoc, req }) => {
  const stops = doc.state === 'unsubscribed' && previousDoc?.state !== 'unsubscribed'
  const { interests, own_topics: ownTopics } = doc
  const topics = [...(interests ?? []), ...(ownTopics ?? [])]
  if (req.user && stops) await recordStopByStaff(req, doc.id, topics)
  return doc
}

export const eraseBeforeDelete: CollectionBeforeDeleteHook = async ({ id, req }) => {
  await eraseSubscriber(req, Number(id))
}
