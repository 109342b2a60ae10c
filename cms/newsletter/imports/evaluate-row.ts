import type { BirthdayOrder } from '../csv/birthday-orders.ts'
import type { Texts } from '../csv/columns.ts'
import { type Contact, details, type ListedConsent, textsOfContact } from '../csv/contact.ts'
import {
  type Details,
  detailOf,
  emailOf,
  momentOf,
  statedConsent,
  stateOf,
  UnfitRow,
} from '../csv/read-texts.ts'
import type { Subscriber } from '../queries/subscribers.ts'
import type { SuppressionReason } from '../queries/suppressions.ts'
import { interests, type SubscriberState } from '../rules.ts'

/** The stored data of a row's address. */
export type StoredAddress = {
  subscriber: (Contact & Pick<Subscriber, 'confirmedAt'>) | null
  suppressed: SuppressionReason | null
}

export type StoppedState = Exclude<SubscriberState, 'active' | 'pending'>
type Moments = { joinedAt?: Date; leftAt?: Date; pausedUntil?: Date }

export type RowOutcome =
  /** `cell` is the invalid value, see `UnfitRow`. */
  | { verdict: 'rejected'; reason: string; cell?: string }
  | { verdict: 'same' }
  | { verdict: 'joins'; details: Details; moments: Moments; consent: ListedConsent & { at: Date } }
  /** A mail asks for consent, if staff chose this. */
  | { verdict: 'asks'; details: Details }
  | { verdict: 'changes'; details: Details }
  /** A known subscriber gets no more letters. */
  | { verdict: 'stops'; state: StoppedState }
  /** The address is stored as a new subscriber who gets no letters. */
  | { verdict: 'noted'; details: Details; moments: Moments; state: StoppedState }

/** Reasons why staff cannot reactivate a subscriber, by the subscriber's state. */
export const leftReasons: Record<StoppedState, string> = {
  unsubscribed: 'They left. Only they can come back, by signing up themselves.',
  bounced: 'Mails to this address came back. They get letters again when they sign up themselves.',
  complained: 'They called our mails unwanted. Only they can come back, by signing up themselves.',
}
/** Why staff cannot add an address whose subscriber was deleted, or which staff replaced because it was wrong. */
export const deletedReason =
  'This address was deleted here, or was a mistake. Only its owner can bring it back, by signing up.'
export const askedReason =
  'They were asked by mail once before and have not said yes. Nobody is asked twice.'
export const isStopped = (state: SubscriberState | null): state is StoppedState =>
  state !== null && state !== 'active' && state !== 'pending'

/**
 * Decides the verdict of a row. A subscriber becomes active only if the list states their consent, and
 * never after leaving. Empty cells change nothing.
 */
export function evaluateRow(
  texts: Texts,
  stored: StoredAddress,
  { order, now }: { order: BirthdayOrder; now: Date },
): RowOutcome {
  try {
    emailOf(texts.email)
    const state = stateOf(texts.state)
    const changed = changedDetails(texts, stored.subscriber, order)
    return stored.subscriber
      ? evaluateKnown(texts, state, changed, { ...stored, subscriber: stored.subscriber }, now)
      : evaluateNew(texts, state, changed, stored, now)
  } catch (error) {
    if (error instanceof UnfitRow) {
      return { verdict: 'rejected', reason: error.message, cell: error.cell }
    }
    throw error
  }
}

function evaluateNew(
  texts: Texts,
  state: SubscriberState | null,
  changed: Details,
  { suppressed }: StoredAddress,
  now: Date,
): RowOutcome {
  if (suppressed === 'deleted') return { verdict: 'rejected', reason: deletedReason }
  if (isStopped(state)) {
    return { verdict: 'noted', details: changed, moments: momentsOf(texts), state }
  }
  const consent = statedConsent(texts, now)
  if (consent && state !== 'pending') {
    return { verdict: 'joins', details: changed, moments: momentsOf(texts), consent }
  }
  if (suppressed === 'asked') return { verdict: 'rejected', reason: askedReason }
  return { verdict: 'asks', details: changed }
}

function evaluateKnown(
  texts: Texts,
  state: SubscriberState | null,
  changed: Details,
  {
    subscriber,
    suppressed,
  }: StoredAddress & { subscriber: NonNullable<StoredAddress['subscriber']> },
  now: Date,
): RowOutcome {
  if (isStopped(subscriber.state)) {
    return isStopped(state)
      ? { verdict: 'same' }
      : { verdict: 'rejected', reason: leftReasons[subscriber.state] }
  }
  if (subscriber.state === 'pending') {
    if (state === 'pending' || isStopped(state)) return { verdict: 'same' }
    const consent = statedConsent(texts, now)
    // A pending subscriber was already sent a confirmation mail.
    if (!consent) return { verdict: 'same' }
    if (suppressed === 'deleted') return { verdict: 'rejected', reason: deletedReason }
    return { verdict: 'joins', details: changed, moments: momentsOf(texts), consent }
  }
  if (isStopped(state)) {
    const leftAt = momentOf('left_at', texts.left_at)
    // The list is outdated if the subscriber has joined again since `left_at`.
    const { confirmedAt } = subscriber
    const isOutdated = leftAt && confirmedAt && leftAt <= confirmedAt
    if (!isOutdated) return { verdict: 'stops', state }
  }
  return Object.keys(changed).length
    ? { verdict: 'changes', details: changed }
    : { verdict: 'same' }
}

// Details that differ from the stored ones. A cell that equals the exported text is not parsed, so that
// importing an export changes nothing, even if a stored value is invalid.
function changedDetails(texts: Texts, contact: Contact | null, order: BirthdayOrder): Details {
  const exported = contact && textsOfContact(contact, { at: null, how: null, wording: null })
  const changed: Record<string, unknown> = {}
  for (const name of details) {
    if (exported && (texts[name] ?? '') === exported[name]) continue
    const value = detailOf(name, texts, order)
    const isSame = contact && JSON.stringify(value) === JSON.stringify(inListOrder(contact)[name])
    if (value !== undefined && !isSame) changed[name] = value
  }
  return changed
}

const inListOrder = (contact: Contact): Contact => ({
  ...contact,
  interests: interests.filter((each) => contact.interests.includes(each)),
})

function momentsOf(texts: Texts): Moments {
  const joinedAt = momentOf('joined_at', texts.joined_at)
  const leftAt = momentOf('left_at', texts.left_at)
  const pausedUntil = momentOf('paused_until', texts.paused_until)
  return {
    ...(joinedAt && { joinedAt }),
    ...(leftAt && { leftAt }),
    ...(pausedUntil && { pausedUntil }),
  }
}
