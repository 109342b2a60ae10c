import type { BirthdayOrder } from '../csv/birthday-orders.ts'
import type { CellTexts } from '../csv/columns.ts'
import { type Contact, detailFields, type ListedConsent, textsOfContact } from '../csv/contact.ts'
import {
  type Details,
  detailOf,
  momentOf,
  requireEmail,
  statedConsent,
  stateOf,
  UnfitRowError,
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
  /**
   * `cell` names the column and its invalid text, see `UnfitRowError`; undefined if the reason is not about one cell.
   */
  | { verdict: 'rejected'; reason: string; cell?: string }
  | { verdict: 'same' }
  | { verdict: 'joins'; details: Details; moments: Moments; consent: ListedConsent & { at: Date } }
  /** The list states no consent. A mail asks for it, if staff chose to ask. */
  | { verdict: 'asks'; details: Details }
  | { verdict: 'changes'; details: Details }
  /** A known subscriber gets no more letters. */
  | { verdict: 'stops'; state: StoppedState }
  /** The address is stored as a new subscriber who gets no letters. */
  | { verdict: 'noted'; details: Details; moments: Moments; state: StoppedState }

/** The messages to staff who try to reactivate a stopped subscriber, by the subscriber's state. */
export const stoppedMessages: Record<StoppedState, string> = {
  unsubscribed: 'They left. Only they can come back, by signing up themselves.',
  bounced: 'Mails to this address came back. They get letters again when they sign up themselves.',
  complained: 'They called our mails unwanted. Only they can come back, by signing up themselves.',
}
/** The message to staff who try to add an address of a deleted subscriber, or an address that staff have corrected. */
export const deletedMessage =
  'This address was deleted here, or was a mistake. Only its owner can bring it back, by signing up.'
/** The message to staff if an address would be asked for consent a second time. */
export const alreadyAskedMessage =
  'They were asked by mail once before and have not said yes. Nobody is asked twice.'
export const isStopped = (state: SubscriberState | null): state is StoppedState =>
  state !== null && state !== 'active' && state !== 'pending'

/**
 * Decides the verdict of a row. A subscriber becomes active only if the list states their consent, and
 * never after leaving. Empty cells change nothing.
 */
export function evaluateRow(
  texts: CellTexts,
  stored: StoredAddress,
  { order, now }: { order: BirthdayOrder; now: Date },
): RowOutcome {
  try {
    requireEmail(texts.email)
    const state = stateOf(texts.state)
    const changed = changedDetails(texts, stored.subscriber, order)
    return stored.subscriber
      ? evaluateKnown(texts, state, changed, { ...stored, subscriber: stored.subscriber }, now)
      : evaluateNew(texts, state, changed, stored, now)
  } catch (error) {
    if (error instanceof UnfitRowError) {
      return { verdict: 'rejected', reason: error.message, cell: error.cell }
    }
    throw error
  }
}

function evaluateNew(
  texts: CellTexts,
  state: SubscriberState | null,
  changed: Details,
  { suppressed }: StoredAddress,
  now: Date,
): RowOutcome {
  if (suppressed === 'deleted') return { verdict: 'rejected', reason: deletedMessage }
  if (isStopped(state)) {
    return { verdict: 'noted', details: changed, moments: momentsOf(texts), state }
  }
  const consent = statedConsent(texts, now)
  if (consent && state !== 'pending') {
    return { verdict: 'joins', details: changed, moments: momentsOf(texts), consent }
  }
  if (suppressed === 'asked') return { verdict: 'rejected', reason: alreadyAskedMessage }
  return { verdict: 'asks', details: changed }
}

function evaluateKnown(
  texts: CellTexts,
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
      : { verdict: 'rejected', reason: stoppedMessages[subscriber.state] }
  }
  if (subscriber.state === 'pending') {
    if (state === 'pending' || isStopped(state)) return { verdict: 'same' }
    const consent = statedConsent(texts, now)
    // A pending subscriber was already sent a confirmation mail.
    if (!consent) return { verdict: 'same' }
    if (suppressed === 'deleted') return { verdict: 'rejected', reason: deletedMessage }
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

// The details in a row that differ from the stored ones. A cell with the same text as in an export is not parsed, so
// that importing an export changes nothing, even if a stored value is invalid.
function changedDetails(texts: CellTexts, contact: Contact | null, order: BirthdayOrder): Details {
  const exported = contact && textsOfContact(contact, { at: null, how: null, wording: null })
  const changed: Record<string, unknown> = {}
  for (const name of detailFields) {
    if (exported && (texts[name] ?? '') === exported[name]) continue
    const value = detailOf(name, texts, order)
    const isSame =
      contact && JSON.stringify(value) === JSON.stringify(withSortedInterests(contact)[name])
    if (value !== undefined && !isSame) changed[name] = value
  }
  return changed
}

// In the order of `interests`, like the interests that `detailOf` returns.
const withSortedInterests = (contact: Contact): Contact => ({
  ...contact,
  interests: interests.filter((each) => contact.interests.includes(each)),
})

function momentsOf(texts: CellTexts): Moments {
  const joinedAt = momentOf('joined_at', texts.joined_at)
  const leftAt = momentOf('left_at', texts.left_at)
  const pausedUntil = momentOf('paused_until', texts.paused_until)
  return {
    ...(joinedAt && { joinedAt }),
    ...(leftAt && { leftAt }),
    ...(pausedUntil && { pausedUntil }),
  }
}
