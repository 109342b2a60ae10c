import { bareCell } from '../../http/csv/cells.ts'
import { UnreadableFileError } from './encoding.ts'

/** The columns of an export, in order. An import recognises the same columns. */
export const fields = [
  'email',
  'name',
  'phone',
  'birthday',
  'interests',
  'state',
  'joined_at',
  'left_at',
  'paused_until',
  'consent_at',
  'consent_how',
  'consent_wording',
] as const
export type Field = (typeof fields)[number]
/** The cells of a row by field. */
export type CellTexts = Partial<Record<Field, string>>

/**
 * The header of the column with the reason in a downloaded list of rejected rows. An import of such a list reads this
 * column only to recognise duplicates. They are rejected again: the list lacks the earlier rows with the same
 * addresses.
 */
export const reasonColumn = 'reason'
export const isReason = (header: string): boolean => header.trim().toLowerCase() === reasonColumn

type Column = Field | 'first_name' | 'last_name'

// Column names of other services (Mailchimp, Ghost, Listmonk, Buttondown, Brevo, Kit), reduced to letters and
// digits: `E-Mail Address` is `emailaddress`.
const aliases: Record<Column, string[]> = {
  email: ['emailaddress', 'mail', 'mailaddress', 'subscriberemail'],
  name: ['fullname', 'displayname', 'subscribername'],
  first_name: ['firstname', 'fname', 'forename', 'givenname'],
  last_name: ['lastname', 'lname', 'surname', 'familyname'],
  phone: ['phonenumber', 'telephone', 'mobile', 'mobilephone', 'sms'],
  birthday: ['birthdate', 'dateofbirth', 'dob'],
  interests: ['interest'],
  state: ['status', 'subscriberstatus', 'subscribedtoemails'],
  joined_at: ['createdat', 'created', 'optintime', 'creationdate', 'signedupat', 'subscribedat'],
  left_at: ['unsubscribedat', 'unsubtime'],
  paused_until: [],
  consent_at: ['consentdate', 'confirmtime', 'confirmedat', 'optinconfirmedat'],
  consent_how: ['consentsource', 'consentmethod'],
  consent_wording: ['consenttext'],
}

const bareName = (header: string) =>
  bareCell(header)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

const columns = new Map(
  Object.entries(aliases).flatMap(([column, names]) =>
    [bareName(column), ...names].map((name) => [name, column as Column]),
  ),
)

/** The field of each column; null for columns that are not used. */
export type Columns = (Column | null)[]

/** Recognises columns by their headers. @throws UnreadableFile if no column contains addresses */
export function columnsOf(header: readonly string[]): Columns {
  const foundColumns = new Set<Column>()
  const found = header.map((each) => {
    const column = columns.get(bareName(each))
    if (!column || foundColumns.has(column)) return null
    foundColumns.add(column)
    return column
  })
  if (foundColumns.has('email')) return found
  const firstHeaders = header.slice(0, 8).map((each) => `“${each.trim().slice(0, 40)}”`)
  throw new UnreadableFileError(
    `No column holds addresses: one must be called “email”. The first row reads ${firstHeaders.join(', ')}.`,
  )
}

export function cellTextsOf(cells: readonly string[], known: Columns): CellTexts {
  const texts: CellTexts = {}
  const names: Record<string, string> = {}
  for (const [index, column] of known.entries()) {
    if (!column) continue
    const text = bareCell(cells[index] ?? '')
    if (column === 'first_name' || column === 'last_name') names[column] = text.trim()
    else texts[column] = text
  }
  const whole = [names.first_name, names.last_name].filter(Boolean).join(' ')
  return whole && !texts.name?.trim() ? { ...texts, name: whole } : texts
}
