import type { PayloadRequest } from 'payload'
import { formatAmount } from '../../../platform/admin/shell/money.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { featuresOf } from '../../../platform/feature.ts'
import { byteOrderMark, toCsv } from '../../../platform/http/csv/write.ts'
import { countAttemptOrThrow } from '../../../platform/limits/service.ts'
import { asWords } from '../../../platform/ui/as-words.ts'
import { isRecord } from '../../../platform/ui/is-record.ts'
import type { SignedIn } from '../contract.ts'
import { memberError } from '../errors.ts'

const perMember = { max: 10, windowMs: 60 * 60_000, fixed: true }

/**
 * Counts a download. Downloads are limited, because each reads everything that is stored about a member.
 * @throws HttpError `too_often` with Retry-After
 */
export const countDownload = ({ payload }: PayloadRequest, { id }: SignedIn): Promise<void> =>
  countAttemptOrThrow(
    databaseOf(payload),
    `downloads of ${id}`,
    perMember,
    memberError('too_often'),
  )

type PersonalData = Record<string, unknown>

/** The first sections of the download, in this order. All others follow. */
const firstSections = ['profile', 'subscription', 'consents', 'passkeys', 'sessions', 'devices']

/** Everything that the features store about a member, except secrets. */
export async function findPersonalData(
  req: PayloadRequest,
  { id, email }: SignedIn,
): Promise<PersonalData> {
  const db = databaseOf(req.payload)
  const sections: PersonalData = {}
  for (const { exportPersonalData } of featuresOf(req.payload)) {
    Object.assign(sections, await exportPersonalData?.(db, { id, email }, req))
  }
  const first = firstSections.filter((name) => name in sections)
  const ordered = Object.fromEntries(first.map((name) => [name, sections[name]]))
  return { written_at: new Date().toISOString(), ...ordered, ...sections }
}

/** The personal data as a table: section, position in the section's list, field, value. */
export function personalDataTable(data: PersonalData): string {
  const rows = Object.entries(data).flatMap(([section, value]) => {
    if (!Array.isArray(value)) {
      return rowsOf(section, '', typeof value === 'string' ? { '': value } : value)
    }
    return value.flatMap((each, index) => rowsOf(section, String(index + 1), each))
  })
  return byteOrderMark + toCsv([['Section', 'Number', 'Field', 'Value'], ...rows])
}

const rowsOf = (section: string, position: string, fields: unknown) =>
  Object.entries(fields ?? {}).map(([field, value]) => [
    fieldName(section),
    position,
    ...fieldTexts(field, value),
  ])

const fieldName = (key: string): string =>
  asWords(key.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase())

// Amounts are whole pence (cents), in fields of these names or whose names end in `cents`.
const amountNames = ['amount', 'balance', 'price']

const fieldTexts = (field: string, value: unknown): [string, string] => {
  const name = field.replace(/_?[cC]ents$/, '')
  return name !== field || amountNames.includes(field)
    ? [fieldName(name), typeof value === 'number' ? formatAmount(value) : '']
    : [fieldName(field), valueText(value)]
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (!isRecord(value)) return String(value ?? '')
  const parts = Object.entries(value).map(([field, each]) => fieldTexts(field, each).join(': '))
  return parts.join(', ')
}
