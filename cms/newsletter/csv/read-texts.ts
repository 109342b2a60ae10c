import { type Birthday, parseBirthday } from '../../http/field-rules.ts'
import { importedRow } from '../contract.ts'
import { type Interest, interests, type SubscriberState } from '../rules.ts'
import type { BirthdayOrder } from './birthday-orders.ts'
import type { CellTexts, Field } from './columns.ts'
import type { DetailField, ListedConsent } from './contact.ts'

/** A row that cannot be imported; the message is for staff. */
export class UnfitRowError extends Error {
  override name = 'UnfitRow'
  /** The column and its invalid text, such as `birthday “31/02”`. */
  readonly cell: string

  constructor(message: string | undefined, column: Field, text: string) {
    super(message)
    this.cell = describeCell(column, text)
  }
}

const maxQuotedLength = 60

function describeCell(column: Field, text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (!line) return `${column} is empty`
  return `${column} “${line.length > maxQuotedLength ? `${line.slice(0, maxQuotedLength)}…` : line}”`
}

/** The details in a row, validated with the rules of the sign-up form. */
export type Details = {
  name?: string
  phone?: string
  birthday?: Birthday
  interests?: Interest[]
}

// The names that other newsletter services use for the states.
const spellings: Record<SubscriberState, string[]> = {
  pending: ['unconfirmed', 'unactivated'],
  active: ['subscribed', 'confirmed', 'enabled', 'true', 'yes', '1', 'regular', 'premium'],
  unsubscribed: ['disabled', 'optedout', 'false', 'no', '0', 'removed'],
  bounced: ['cleaned', 'undeliverable'],
  complained: ['blocklisted', 'blacklisted', 'spam', 'spammed'],
}
const states = new Map(
  Object.entries(spellings).flatMap(([state, words]) =>
    [state, ...words].map((word) => [word, state as SubscriberState]),
  ),
)

/** @throws UnfitRow */
export function stateOf(text = ''): SubscriberState | null {
  const word = text.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (!word) return null
  const state = states.get(word)
  if (state) return state
  throw new UnfitRowError(
    'The state is none: write active, unsubscribed, bounced, complained or pending.',
    'state',
    text,
  )
}

/** @throws UnfitRow if the text is no address */
export const requireEmail = (text = ''): string => parseField('email', text, text)

/** A detail of a row; undefined if its cell is empty. @throws UnfitRow */
export function detailOf<Name extends DetailField>(
  name: Name,
  { [name]: text = '' }: CellTexts,
  order: BirthdayOrder,
): Details[Name] {
  if (!text.trim()) return undefined
  const read: { [each in DetailField]: () => Details[each] } = {
    name: () => parseField('name', text, text) ?? undefined,
    phone: () => parseField('phone', text.trim(), text) ?? undefined,
    birthday: () =>
      parseBirthday(parseField('birthday', dayAndMonth(text, order), text) ?? '') ?? undefined,
    interests: () => parseField('interests', splitInterests(text), text) ?? undefined,
  }
  return read[name]()
}

/** @param text the cell from which `value` was made */
function parseField<Name extends keyof typeof importedRow.shape>(
  name: Name,
  value: string | string[],
  text: string,
) {
  const { data, error } = importedRow.shape[name].safeParse(value)
  const [issue] = error?.issues ?? []
  if (issue) {
    // Names the invalid interest if the cell has several.
    const [place] = issue.path
    const wrong = typeof place === 'number' && typeof value !== 'string' ? value[place] : text
    throw new UnfitRowError(issue.message, name, wrong ?? text)
  }
  return data as NonNullable<ReturnType<(typeof importedRow.shape)[Name]['parse']>>
}

function dayAndMonth(text: string, order: BirthdayOrder): string {
  const [, month, day] = /^\s*(?:\d{4}|-)-(\d{1,2})-(\d{1,2})/.exec(text) ?? []
  if (month && day) return `${Number(day)}/${Number(month)}`
  const [, first = '', second = ''] =
    /^\s*(\d{1,2})\s*[/.-]\s*(\d{1,2})(?:[/.-]\d{2,4}|\.)?\s*$/.exec(text) ?? []
  return order === 'day/month' ? `${first}/${second}` : `${second}/${first}`
}

const byLowerCase = new Map(interests.map((each) => [each.toLowerCase(), each]))

const splitInterests = (text: string): string[] =>
  text
    .split(/[;,|\n]/)
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => byLowerCase.get(each.toLowerCase()) ?? each)

/**
 * Parses ISO 8601 with or without a time, in UTC by default; undefined if the cell is empty.
 * @throws UnfitRow
 */
export function momentOf(name: Field, text = ''): Date | undefined {
  const written = text.trim()
  if (!written) return undefined
  const [, day, time = '00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?)?$/.exec(
      written,
    ) ?? []
  const at = new Date(`${day}T${time}${zone === 'UTC' ? 'Z' : zone}`)
  const isValid = at.getTime() >= 0 && new Date(`${day}T00:00Z`).toISOString().startsWith(day ?? '')
  if (isValid) return at
  throw new UnfitRowError(
    `${name} can’t be read: write 2026-11-21 or 2026-11-21T14:30Z.`,
    name,
    text,
  )
}

const maxLength = { how: 200, wording: 5000 }

/** The consent in a row; null if the row lacks its date, or both its source and its wording. */
export function statedConsent(texts: CellTexts, now: Date): (ListedConsent & { at: Date }) | null {
  const at = momentOf('consent_at', texts.consent_at)
  const how = texts.consent_how?.trim().slice(0, maxLength.how) || null
  const wording = texts.consent_wording?.trim().slice(0, maxLength.wording) || null
  if (at && at > now) {
    const reason = 'Nobody can have agreed in the future: look at consent_at.'
    throw new UnfitRowError(reason, 'consent_at', texts.consent_at ?? '')
  }
  return at && (how || wording) ? { at, how, wording } : null
}
