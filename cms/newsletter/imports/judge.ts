import type { BirthdayOrder } from '../csv/birthday-orders.ts'
import type { Texts } from '../csv/columns.ts'
import { type Consent, details, type Person, textsOfPerson } from '../csv/person.ts'
import {
  type Details,
  detailOf,
  emailOf,
  momentOf,
  statedConsent,
  stateOf,
  UnfitRow,
} from '../csv/read-texts.ts'
import { interests, type SubscriberState } from '../rules.ts'

/**
 * What becomes of a row:
 * - `joins`: gets letters from now on; the list states their consent
 * - `asks`: nobody knows of a consent, so they are asked for it, or left out
 * - `changes`, `same`: is known, and the list says something else of them or not
 * - `stops`: got letters, and the list says that they want none
 * - `noted`: was not known, and wants none; kept so that nobody writes to them by mistake
 * - `rejected`: with a reason
 */
export const verdicts = ['joins', 'asks', 'changes', 'same', 'stops', 'noted', 'rejected'] as const
export type Verdict = (typeof verdicts)[number]

/** What is known of a row’s address. */
export type Known = {
  person: Person | null
  confirmedAt: Date | null
  /** Why the address is kept as a hash, where it is. */
  suppressed: 'deleted' | 'asked' | null
}

export type Stopped = Exclude<SubscriberState, 'active' | 'pending'>
type Moments = { joinedAt?: Date; leftAt?: Date; pausedUntil?: Date }

export type Judgement =
  | { verdict: 'rejected'; reason: string }
  | { verdict: 'same' }
  | { verdict: 'joins'; details: Details; moments: Moments; consent: Consent & { at: Date } }
  | { verdict: 'asks'; details: Details }
  | { verdict: 'changes'; details: Details }
  | { verdict: 'stops'; state: Stopped }
  | { verdict: 'noted'; details: Details; moments: Moments; state: Stopped }

const hasLeft: Record<Stopped, string> = {
  unsubscribed: 'They left. Only they can come back, by signing up themselves.',
  bounced: 'Mails to this address came back. They get letters again when they sign up themselves.',
  complained: 'They called our mails unwanted. Only they can come back, by signing up themselves.',
}
const isDeleted =
  'They asked for everything to be deleted. Only they can come back, by signing up themselves.'
const wasAsked = 'They were asked by mail once before and have not said yes. Nobody is asked twice.'
const isStopped = (state: SubscriberState | null): state is Stopped =>
  state !== null && state !== 'active' && state !== 'pending'

/**
 * What becomes of a row of a list. Nobody gets letters by it whose consent it does not state, nor
 * anybody who has left. What it leaves empty is kept as it is.
 * @param texts what the row says
 * @param known what is known of its address
 */
export function judge(
  texts: Texts,
  known: Known,
  { order, now }: { order: BirthdayOrder; now: Date },
): Judgement {
  try {
    emailOf(texts.email)
    const state = stateOf(texts.state)
    const said = changedDetails(texts, known.person, order)
    return known.person
      ? judgeKnown(texts, state, said, { ...known, person: known.person }, now)
      : judgeNew(texts, state, said, known, now)
  } catch (error) {
    if (error instanceof UnfitRow) return { verdict: 'rejected', reason: error.message }
    throw error
  }
}

function judgeNew(
  texts: Texts,
  state: SubscriberState | null,
  said: Details,
  { suppressed }: Known,
  now: Date,
): Judgement {
  if (suppressed === 'deleted') return { verdict: 'rejected', reason: isDeleted }
  if (isStopped(state)) {
    return { verdict: 'noted', details: said, moments: momentsOf(texts), state }
  }
  const consent = statedConsent(texts, now)
  if (consent && state !== 'pending') {
    return { verdict: 'joins', details: said, moments: momentsOf(texts), consent }
  }
  if (suppressed === 'asked') return { verdict: 'rejected', reason: wasAsked }
  return { verdict: 'asks', details: said }
}

function judgeKnown(
  texts: Texts,
  state: SubscriberState | null,
  said: Details,
  { person, confirmedAt, suppressed }: Known & { person: Person },
  now: Date,
): Judgement {
  if (isStopped(person.state)) {
    // Who has left and of whom the list says so too is as they were.
    return isStopped(state)
      ? { verdict: 'same' }
      : { verdict: 'rejected', reason: hasLeft[person.state] }
  }
  if (person.state === 'pending') {
    if (state === 'pending' || isStopped(state)) return { verdict: 'same' }
    const consent = statedConsent(texts, now)
    // Whoever signed up by the form has been asked already.
    if (!consent) return { verdict: 'same' }
    if (suppressed === 'deleted') return { verdict: 'rejected', reason: isDeleted }
    return { verdict: 'joins', details: said, moments: momentsOf(texts), consent }
  }
  if (isStopped(state)) {
    const leftAt = momentOf('left_at', texts.left_at)
    // They have come back since.
    const isPast = leftAt && confirmedAt && leftAt <= confirmedAt
    if (!isPast) return { verdict: 'stops', state }
  }
  return Object.keys(said).length ? { verdict: 'changes', details: said } : { verdict: 'same' }
}

// Of what the row says, what is not so already. What stands there word for word is not looked at
// again: an export is taken back whatever is in it.
function changedDetails(texts: Texts, person: Person | null, order: BirthdayOrder): Details {
  const before = person && textsOfPerson(person, { at: null, how: null, wording: null })
  const changed: Record<string, unknown> = {}
  for (const name of details) {
    if (before && (texts[name] ?? '') === before[name]) continue
    const value = detailOf(name, texts, order)
    const isSame = person && JSON.stringify(value) === JSON.stringify(asRead(person)[name])
    if (value !== undefined && !isSame) changed[name] = value
  }
  return changed
}

// In whatever order somebody chose them.
const asRead = (person: Person): Person => ({
  ...person,
  interests: interests.filter((each) => person.interests.includes(each)),
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
