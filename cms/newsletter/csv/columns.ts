import { bareCell } from './cells.ts'
import { UnreadableFile } from './encoding.ts'

/** The columns of an export, in their order; what an import knows of somebody. */
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
/** What a list says of somebody, field by field; what it has no column for is left out. */
export type Texts = Partial<Record<Field, string>>

/** The column of a list of rejected rows that says why; of no meaning in an import. */
export const reasonColumn = 'reason'

type Column = Field | 'first_name' | 'last_name'

// As other services call them (Mailchimp, Ghost, Listmonk, Buttondown, Brevo, Kit), without what is
// no letter: `E-Mail Address` is `emailaddress`.
const knownAs: Record<Column, string[]> = {
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
  Object.entries(knownAs).flatMap(([column, names]) =>
    [bareName(column), ...names].map((name) => [name, column as Column]),
  ),
)

/** What each column of a list is, null where it is of no use here. */
export type Columns = (Column | null)[]

/**
 * Knows columns by their header, in any order and by the usual names.
 * @throws UnreadableFile where no address can be found in the list
 */
export function columnsOf(header: readonly string[]): Columns {
  const taken = new Set<Column>()
  const found = header.map((each) => {
    const column = columns.get(bareName(each))
    if (!column || taken.has(column)) return null
    taken.add(column)
    return column
  })
  if (taken.has('email')) return found
  const named = header.slice(0, 8).map((each) => `“${each.trim().slice(0, 40)}”`)
  throw new UnreadableFile(
    `No column holds addresses: one must be called “email”. The first row reads ${named.join(', ')}.`,
  )
}

/** What a row of a list says. */
export function textsOf(cells: readonly string[], known: Columns): Texts {
  const texts: Texts = {}
  const names: Record<string, string> = {}
  for (const [place, column] of known.entries()) {
    if (!column) continue
    const text = bareCell(cells[place] ?? '')
    if (column === 'first_name' || column === 'last_name') names[column] = text.trim()
    else texts[column] = text
  }
  const whole = [names.first_name, names.last_name].filter(Boolean).join(' ')
  return whole && !texts.name?.trim() ? { ...texts, name: whole } : texts
}
