import { dayText } from '../../admin/shell/format.ts'
import { formatAmount } from '../../admin/shell/money.ts'
import { asWords } from '../../ui/as-words.ts'
import { isRecord } from '../../ui/is-record.ts'

/** The fields of an audit entry from which its sentence is made. */
export type AuditEntry = { by_name?: string | null; action?: string; subject?: string }
export type Change = { name: string; before: string; after: string }
type Values = Record<string, unknown>

/**
 * The parts of an entry's sentence: who, did what, to what, and what follows. Without a subject, somebody did it to
 * their own account.
 * @param actions the phrase for each action, see `auditActions` in `cms/platform/feature.ts`; an action without a
 *   phrase is shown by its name
 */
export function describeAuditEntry(
  { by_name, action = '', subject = '' }: AuditEntry,
  actions: Record<string, string>,
) {
  const [phrase = '', own] = (actions[action] ?? `${asWords(action).toLowerCase()}:`).split('|')
  const actor = by_name || 'The program'
  if (own && subject === by_name) return { actor, action: own, subject: '', rest: '' }
  const [before = '', rest = ''] = phrase.split('{}')
  return { actor, action: before.trim(), subject, rest: rest.replace(/^ /, '') }
}

const internalNames = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'updated_at',
  'created_by',
  'documents',
  'published',
])

function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'string') return dayText(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(toText).join(', ')
  if (isRecord(value) && typeof value.text === 'string') return value.text
  if (isRecord(value) && typeof value.alt === 'string') return value.alt
  return Object.entries(value as Values)
    .map(([name, each]) => `${asWords(name)}: ${toText(each)}`)
    .join(', ')
}

// Amounts are stored in whole pence (cents), in fields whose names end in `_cents`.
function describeChange(name: string, before: unknown, after: unknown): Change {
  const isMoney = name.endsWith('_cents')
  const format = (value: unknown) =>
    isMoney && typeof value === 'number' ? formatAmount(value) : toText(value)
  return {
    name: asWords(isMoney ? name.replace(/_cents$/, '') : name),
    before: format(before),
    after: format(after),
  }
}

/**
 * The changed values in an entry's details, which hold `{before, after}` for the whole record or for
 * each field. A value without `before` and `after` is listed as `after`.
 */
export function listChanges(details: unknown): Change[] {
  if (!isRecord(details)) return details ? [{ name: '', before: '', after: toText(details) }] : []
  if ('before' in details || 'after' in details) {
    const { before, after, ...rest } = details
    const fields =
      isRecord(before) && isRecord(after) && !('text' in after) && !('alt' in after)
        ? [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({
            ...describeChange(name, before[name], after[name]),
          }))
        : [{ name: '', before: toText(before), after: toText(after) }]
    return [...fields.filter((each) => each.before !== each.after), ...listChanges(rest)]
  }
  const values = Object.entries(details).filter(([name]) => !internalNames.has(name))
  return values.map(([name, value]) =>
    isRecord(value) && ('before' in value || 'after' in value)
      ? describeChange(name, value.before, value.after)
      : describeChange(name, '', value),
  )
}
