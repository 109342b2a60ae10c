import type { BirthdayOrder } from '../csv/birthday-orders.ts'
import type { CellTexts, Field, RowTexts, SignColumn } from '../csv/columns.ts'
import { type Contact, detailFields, type ListedConsent, textsOfContact } from '../csv/contact.ts'
import { type Details, detailOf, momentOf, requireEmail, statedConsent } from '../csv/read-texts.ts'
import { isStopped, type Standing, type StoppedState, signsOf, standingOf } from '../csv/signs.ts'
import { describeCell, UnfitCellError } from '../csv/unfit-cell.ts'
import type { Subscriber } from '../queries/subscribers.ts'
import type { SuppressionReason } from '../queries/suppressions.ts'
import { interests, pauseMs } from '../rules.ts'
import { doubtReason } from './rules.ts'
import type { ConsentColumn } from './settings.ts'

/** The stored data of a row's address. */
export type StoredAddress = {
  subscriber: (Contact & Pick<Subscriber, 'confirmedAt'>) | null
  suppressed: SuppressionReason | null
}

type Moments = { joinedAt?: Date; leftAt?: Date; pausedUntil?: Date }
type GivenConsent = ListedConsent & { at: Date }

/** A part of a row that is left out. `cell` names the column and its text; null if it is not about one cell. */
export type Omission = { reason: string; cell: string | null }

export type RowVerdict =
  /**
   * `cell` names the column and its invalid text, see `UnfitCellError`; undefined if the reason is not about one cell.
   */
  | { verdict: 'rejected'; reason: string; cell?: string }
  | { verdict: 'same' }
  | { verdict: 'joins'; details: Details; moments: Moments; consent: GivenConsent }
  /** The list states no consent. A mail asks for it, if staff chose to ask. */
  | { verdict: 'asks'; details: Details }
  | { verdict: 'changes'; details: Details }
  /** A known subscriber gets no more letters. */
  | { verdict: 'stops'; state: StoppedState }
  /** The address is stored as a new subscriber who gets no letters. */
  | { verdict: 'noted'; details: Details; moments: Moments; state: StoppedState }

/** `leaves`: the row says that they get no letters. It wins over other rows with the same address. */
export type RowOutcome = RowVerdict & { omitted: Omission[]; leaves: boolean }

export type EvaluationOptions = {
  order: BirthdayOrder
  now: Date
  /** What staff stated for everybody without a consent of their own. `at`: a time, or the column with each time. */
  consent?: { at: Date | ConsentColumn; how: string } | null
  /** Whether names of known subscribers change. */
  renames?: boolean
  /** Whether everybody on the list has left. */
  leavers?: boolean
}

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
/** Why a known subscriber's name stays. */
export const nameStaysMessage = 'They have another name here, which stays.'

/**
 * Decides the verdict of a row. A subscriber becomes active only if their consent is stated, and never after leaving.
 * Any cell that says that they left wins over all other cells. Empty cells change nothing, and cells that can't be read
 * are left out.
 */
export function evaluateRow(
  texts: RowTexts,
  stored: StoredAddress,
  options: EvaluationOptions,
): RowOutcome {
  const omitted: Omission[] = []
  const omit = ({ message, cell }: UnfitCellError) => omitted.push({ reason: message, cell })
  const found = standingOf(texts, exportedTexts(stored.subscriber))
  const standing: Standing = {
    ...found,
    stop: found.stop ?? (options.leavers ? 'unsubscribed' : null),
  }
  const row: Row = { texts, stored, options, omitted, omit, standing }
  const result = (verdict: RowVerdict): RowOutcome => ({
    ...verdict,
    omitted,
    leaves: standing.stop !== null && verdict.verdict !== 'rejected' && !isOutdated(row),
  })
  try {
    requireEmail(texts.email)
  } catch (error) {
    if (!(error instanceof UnfitCellError)) throw error
    return result({ verdict: 'rejected', reason: error.message, cell: error.cell })
  }
  const { subscriber } = stored
  return result(subscriber ? evaluateKnown(row, subscriber) : evaluateNew(row))
}

type Row = {
  texts: RowTexts
  stored: StoredAddress
  options: EvaluationOptions
  standing: Standing
  omitted: Omission[]
  omit: (error: UnfitCellError) => void
}

function evaluateNew(row: Row): RowVerdict {
  const { stored, standing } = row
  if (stored.suppressed === 'deleted') return { verdict: 'rejected', reason: deletedMessage }
  if (standing.stop) {
    const details = changedDetails(row)
    standing.unfit.forEach(row.omit)
    return { verdict: 'noted', details, moments: momentsOf(row), state: standing.stop }
  }
  // Whoever has a state that can't be read may have left, and gets neither letters nor a request.
  const [unfit] = standing.unfit
  if (unfit) return { verdict: 'rejected', reason: unfit.message, cell: unfit.cell }
  const doubt = doubtOf(row)
  if (doubt) return doubt
  const consent = consentOf(row)
  const details = changedDetails(row)
  if (consent) return { verdict: 'joins', details, moments: momentsOf(row), consent }
  if (stored.suppressed === 'asked') return { verdict: 'rejected', reason: alreadyAskedMessage }
  return { verdict: 'asks', details }
}

/** Whoever has left according to a column that is not used gets neither letters nor a request. */
function doubtOf({ texts: { doubt } }: Row): RowVerdict | null {
  if (!doubt) return null
  const cell = describeCell(doubt.column, doubt.text)
  return { verdict: 'rejected', reason: doubtReason, cell }
}

function evaluateKnown(row: Row, subscriber: NonNullable<StoredAddress['subscriber']>): RowVerdict {
  const { stored, standing } = row
  if (isStopped(subscriber.state)) {
    return standing.stop
      ? { verdict: 'same' }
      : { verdict: 'rejected', reason: stoppedMessages[subscriber.state] }
  }
  if (subscriber.state === 'pending') {
    if (standing.stop || standing.isPending) return { verdict: 'same' }
    standing.unfit.forEach(row.omit)
    const consent = standing.unfit.length ? null : consentOf(row)
    // A pending subscriber was already sent a confirmation mail.
    if (!consent) return { verdict: 'same' }
    if (stored.suppressed === 'deleted') return { verdict: 'rejected', reason: deletedMessage }
    const doubt = doubtOf(row)
    if (doubt) return doubt
    return { verdict: 'joins', details: changedDetails(row), moments: momentsOf(row), consent }
  }
  standing.unfit.forEach(row.omit)
  if (standing.stop && !isOutdated(row)) {
    leftAtOf(row, row.omit)
    return { verdict: 'stops', state: standing.stop }
  }
  const details = changedDetails(row)
  return Object.keys(details).length ? { verdict: 'changes', details } : { verdict: 'same' }
}

/** Whether an active subscriber has joined again since they left according to the list. */
function isOutdated(row: Row): boolean {
  const { subscriber } = row.stored
  if (subscriber?.state !== 'active' || !subscriber.confirmedAt || row.options.leavers) return false
  const leftAt = leftAtOf(row, () => {})
  return leftAt !== undefined && leftAt <= subscriber.confirmedAt
}

/** When they left: the first cell about their leaving that holds a time. */
function leftAtOf(
  { texts, options }: Pick<Row, 'texts' | 'options'>,
  omit: Row['omit'],
): Date | undefined {
  const leftAt = attempt(() => momentOf('left_at', texts.left_at, options.order), omit)
  if (leftAt) return leftAt
  const others = signsOf(texts).filter(({ column }) => isDeparture(column))
  for (const { text } of others) {
    const at = attempt(
      () => momentOf('left_at', text, options.order),
      () => {},
    )
    if (at) return at
  }
  return undefined
}

const isDeparture = (column: SignColumn) =>
  column !== 'state' && column !== 'subscribed' && column !== 'confirmed'

function attempt<Value>(read: () => Value, omit: Row['omit']): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnfitCellError)) throw error
    omit(error)
    return error.rest as Value | undefined
  }
}

function consentOf({ texts, options, standing, omit }: Row): GivenConsent | null {
  const { consent, now, order } = options
  if (standing.isPending) return null
  const stated = attempt(() => statedConsent(texts, now, order), omit)
  if (stated) return stated
  if (!consent) return null
  const { state, signs = [] } = texts
  const hasState = state !== undefined || signs.some(({ column }) => column === 'subscribed')
  // Who is listed without a state may have joined and left.
  if (consent.at === 'joined_at' && hasState && !standing.isActive) return null
  const at =
    consent.at instanceof Date ? consent.at : readTime(consent.at, texts[consent.at], order)
  const wording = texts.consent_wording?.trim() || null
  return at && at <= now ? { at, how: consent.how, wording } : null
}

const readTime = (column: Field, text: string | undefined, order: BirthdayOrder) =>
  attempt(
    () => momentOf(column, text, order),
    () => {},
  )

const exportedTexts = (contact: Contact | null) =>
  contact && textsOfContact(contact, { at: null, how: null, wording: null })

// The details in a row that differ from the stored ones. A cell with the same text as in an export is not parsed, so
// that importing an export changes nothing, even if a stored value is invalid.
function changedDetails({ texts, stored, options, omitted, omit }: Row): Details {
  const { subscriber: contact } = stored
  const exported = exportedTexts(contact)
  const changed: Record<string, unknown> = {}
  for (const name of detailFields) {
    if (exported && (texts[name] ?? '') === exported[name]) continue
    const value = attempt(() => detailOf(name, texts, options.order), omit)
    if (value === undefined || (contact && isSameDetail(name, value, contact, texts))) continue
    if (name === 'name' && contact?.name && !options.renames) {
      omitted.push({ reason: nameStaysMessage, cell: describeCell('name', texts.name ?? '') })
    } else changed[name] = value
  }
  return changed
}

function isSameDetail(
  name: (typeof detailFields)[number],
  value: unknown,
  contact: Contact,
  texts: CellTexts,
): boolean {
  if (name === 'phone' && isStrippedNumber(texts.phone ?? '', contact.phone ?? '')) return true
  return JSON.stringify(value) === JSON.stringify(withSortedInterests(contact)[name])
}

/** Whether a text is a number as spreadsheets store it: without leading zeros, plus and spaces. */
const isStrippedNumber = (text: string, stored: string): boolean =>
  /^[1-9]\d+$/.test(text.trim()) && stored.replace(/\D/g, '').replace(/^0+/, '') === text.trim()

// In the order of `interests`, like the interests that `detailOf` returns.
const withSortedInterests = (contact: Contact): Contact => ({
  ...contact,
  interests: interests.filter((each) => contact.interests.includes(each)),
})

function momentsOf(row: Row): Moments {
  const { texts, options, standing, omit } = row
  const { order, now } = options
  const joinedAt = attempt(() => momentOf('joined_at', texts.joined_at, order), omit)
  const leftAt = standing.stop ? leftAtOf(row, omit) : undefined
  const paused = texts.paused_until?.trim()
  // Whoever has paused gets no letters at once, even if the end of the pause can't be read.
  const pausedUntil =
    attempt(() => momentOf('paused_until', paused, order), omit) ??
    (paused ? new Date(now.getTime() + pauseMs) : undefined)
  return {
    ...(joinedAt && { joinedAt }),
    ...(leftAt && { leftAt }),
    ...(pausedUntil && { pausedUntil }),
  }
}
