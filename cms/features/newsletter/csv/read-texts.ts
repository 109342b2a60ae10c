import { type Birthday, parseBirthday } from '../../../platform/http/texts/field-rules.ts'
import { importedRow } from '../contract.ts'
import { type Interest, interests } from '../rules.ts'
import type { BirthdayOrder } from './birthday-orders.ts'
import type { CellTexts, Field } from './columns.ts'
import type { DetailField, ListedConsent } from './contact.ts'
import { parseDay, timeOfDay } from './days.ts'
import { UnfitCellError } from './unfit-cell.ts'

/** The details in a row, validated with the rules of the sign-up form. */
export type Details = {
  name?: string
  phone?: string
  birthday?: Birthday
  interests?: Interest[]
}

/** @throws UnfitCell if the text is no address */
export const requireEmail = (text = ''): string => parseField('email', text, text)

/**
 * A detail of a row; undefined if its cell is empty.
 * @throws UnfitCell; `rest` is the part of the detail that can be taken
 */
export function detailOf<Name extends DetailField>(
  name: Name,
  { [name]: text = '' }: CellTexts,
  order: BirthdayOrder,
): Details[Name] {
  if (!text.trim()) return undefined
  const read: { [each in DetailField]: () => Details[each] } = {
    name: () => parseField('name', text, text) ?? undefined,
    phone: () => parseField('phone', requireExactNumber(text), text) ?? undefined,
    birthday: () =>
      parseBirthday(parseField('birthday', dayAndMonth(text, order), text) ?? '') ?? undefined,
    interests: () => requireInterests(text),
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
  if (issue) throw new UnfitCellError(issue.message, name, text)
  return data as NonNullable<ReturnType<(typeof importedRow.shape)[Name]['parse']>>
}

// Spreadsheets show long numbers as powers of ten, and store them so as CSV.
function requireExactNumber(text: string): string {
  const number = text.trim()
  if (!/^[+-]?\d+(?:[.,]\d+)?E\+?\d+$/i.test(number)) return number
  throw new UnfitCellError(
    'A spreadsheet has rounded this number: its last digits are lost. Write it anew, as text.',
    'phone',
    text,
  )
}

/** `day/month`; a day that does not exist if the text can't be read. */
function dayAndMonth(text: string, order: BirthdayOrder): string {
  const { day = 0, month = 0 } = parseDay(text, order) ?? {}
  return `${day}/${month}`
}

function requireInterests(text: string): Interest[] | undefined {
  const names = splitInterests(text)
  const known = interests.filter((each) => names.includes(each))
  const unknown = names.filter((each) => !known.some((name) => name === each))
  if (!unknown.length) return known.length ? known : undefined
  const message = 'One of these interests is not on the list.'
  throw new UnfitCellError(
    message,
    'interests',
    unknown.join('; '),
    known.length ? known : undefined,
  )
}

const byLowerCase = new Map(interests.map((each) => [each.toLowerCase(), each]))

const splitInterests = (text: string): string[] =>
  text
    .split(/[;,|\n]/)
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => byLowerCase.get(each.toLowerCase()) ?? each)

const isoMoment =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?)?$/

/**
 * Parses a time: ISO 8601, or a day with its year as `parseDay` reads it, with or without a time of day; in UTC by
 * default. Undefined if the cell is empty.
 * @throws UnfitCell
 */
export function momentOf(
  name: Field,
  text = '',
  order: BirthdayOrder = 'day/month',
): Date | undefined {
  const written = text.trim()
  if (!written) return undefined
  const at = isoMoment.test(written) ? readIso(written) : readMoment(written, order)
  if (at && at.getTime() >= 0) return at
  throw new UnfitCellError(
    `${name} can’t be read: write 2026-11-21 or 2026-11-21T14:30Z.`,
    name,
    text,
  )
}

function readIso(written: string): Date | null {
  const [, day, time = '00:00', zone = 'Z'] = isoMoment.exec(written) ?? []
  const at = new Date(`${day}T${time}${zone === 'UTC' ? 'Z' : zone}`)
  return day && isCalendarDay(day) ? at : null
}

function readMoment(written: string, order: BirthdayOrder): Date | null {
  const found = parseDay(written, order)
  const time = found && timeOfDay.exec(found.rest)
  if (!found?.year || !time) return null
  const [, hours = '0', minutes = '0', seconds = '0', half, zone = '+00:00'] = time
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  const digits = (value: number | string) => String(value).padStart(2, '0')
  const day = `${found.year}-${digits(found.month)}-${digits(found.day)}`
  const at = new Date(
    `${day}T${digits(hour)}:${minutes.padStart(2, '0')}:${digits(seconds)}${zone}`,
  )
  return Number.isNaN(at.getTime()) || !isCalendarDay(day) ? null : at
}

// `Date` reads 30 February as 2 March.
function isCalendarDay(day: string): boolean {
  const at = new Date(`${day}T00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

const maxLength = { how: 200, wording: 5000 }

/** The consent in a row; null if the row lacks its date, or both its source and its wording. */
export function statedConsent(
  texts: CellTexts,
  now: Date,
  order: BirthdayOrder = 'day/month',
): (ListedConsent & { at: Date }) | null {
  const at = momentOf('consent_at', texts.consent_at, order)
  const how = texts.consent_how?.trim().slice(0, maxLength.how) || null
  const wording = texts.consent_wording?.trim().slice(0, maxLength.wording) || null
  if (at && at > now) {
    const reason = 'Nobody can have agreed in the future: look at consent_at.'
    throw new UnfitCellError(reason, 'consent_at', texts.consent_at ?? '')
  }
  return at && (how || wording) ? { at, how, wording } : null
}
