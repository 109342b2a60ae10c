import { isRecord } from '../../ui/is-record.ts'
import type { FormValues } from './kept-forms.ts'

/** A value that differs between the two versions. */
export type ChangedField = {
  /** Names of fields and ids of rows: `['items', '64f…', 'price_cents']`. */
  path: readonly string[]
  theirs: unknown
  mine: unknown
  /** `both` if both people changed the value in different ways. */
  changedBy: 'them' | 'me' | 'both'
}
type Row = Record<string, unknown> & { id: string | number }
type Versions<Value> = { base: Value; theirs: Value; mine: Value }

// Fields that the program sets. They are neither compared nor merged.
const internal = new Set(['id', 'updatedAt', 'createdAt', 'updated_at', 'deletedAt', '_status'])

/**
 * Compares two versions of a record with the version that both are based on.
 * @param names the record's fields to compare; in groups and lists of rows, each value is compared separately
 */
export function changedFields(
  names: readonly string[],
  { base, theirs, mine }: Versions<FormValues>,
): ChangedField[] {
  return names
    .filter((name) => !internal.has(name))
    .flatMap((name) =>
      changesOf([name], { base: base[name], theirs: theirs[name], mine: mine[name] }),
    )
}

function changesOf(path: readonly string[], versions: Versions<unknown>): ChangedField[] {
  const { base, theirs, mine } = versions
  if (isSame(theirs, mine)) return []
  const parts = partsOf(versions)
  if (parts) {
    const changes = parts.flatMap(([name, part]) => changesOf([...path, name], part))
    // If no row differs, only the order of the rows differs. The list is then reported as one value.
    if (changes.length) return changes
  }
  const isChangedByThem = !isSame(base, theirs)
  const isChangedByMe = !isSame(base, mine)
  return [
    {
      path,
      theirs,
      mine,
      changedBy: isChangedByThem && isChangedByMe ? 'both' : isChangedByMe ? 'me' : 'them',
    },
  ]
}

/** The rows of lists or the fields of groups; null for values that are compared as a whole. */
function partsOf({
  base,
  theirs,
  mine,
}: Versions<unknown>): (readonly [string, Versions<unknown>])[] | null {
  const lists = [base ?? [], theirs ?? [], mine ?? []]
  if (lists.every(isRows)) {
    const [before, other, own] = lists.map((rows) => new Map(rows.map((row) => [row.id, row])))
    const ids = new Set(lists.flatMap((rows) => rows.map(({ id }) => id)))
    return [...ids].map((id) => [
      String(id),
      { base: before?.get(id), theirs: other?.get(id), mine: own?.get(id) },
    ])
  }
  if (!isGroup(base) || !isGroup(theirs) || !isGroup(mine)) return null
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  return [...names]
    .filter((name) => !internal.has(name))
    .map((name) => [name, { base: base[name], theirs: theirs[name], mine: mine[name] }])
}

/**
 * Merges both people's changes of a record.
 * @param names the fields to merge; other fields are taken from `theirs`
 * @param options.keep the version whose value is used if both people changed the same value
 */
export function mergeVersions(
  names: readonly string[],
  { base, theirs, mine, keep }: Versions<FormValues> & { keep: 'mine' | 'theirs' },
): FormValues {
  const merged = names
    .filter((name) => !internal.has(name))
    .map((name) => {
      const versions = { base: base[name], theirs: theirs[name], mine: mine[name] }
      return [name, mergeValue(versions, keep)]
    })
  return { ...theirs, ...Object.fromEntries(merged) }
}

function mergeValue(versions: Versions<unknown>, keep: 'mine' | 'theirs'): unknown {
  const { base, theirs, mine } = versions
  if (isSame(theirs, mine) || isSame(base, mine)) return theirs
  if (isSame(base, theirs)) return mine
  const parts = partsOf(versions)
  if (!parts) return keep === 'mine' ? mine : theirs
  const values = new Map(parts.map(([name, part]) => [name, mergeValue(part, keep)]))
  if (isGroup(theirs)) return { ...theirs, ...Object.fromEntries(values) }
  return orderOf(versions as Versions<Row[]>, keep)
    .map((id) => values.get(id))
    .filter((row) => row !== undefined && row !== null)
}

/**
 * The ids of the rows of both versions. The order is taken from the version that reordered rows, or from the
 * version `keep` if both reordered them. A row that only the other version has is inserted after the row that
 * precedes it in that version.
 */
function orderOf({ base, theirs, mine }: Versions<Row[]>, keep: 'mine' | 'theirs'): string[] {
  const [before, other, own] = [base, theirs, mine].map((rows) =>
    (rows ?? []).map(({ id }) => String(id)),
  ) as [string[], string[], string[]]
  const isReordered = (ids: string[]) =>
    before.filter((id) => ids.includes(id)).join() !==
    ids.filter((id) => before.includes(id)).join()
  const isMine = isReordered(own) && (keep === 'mine' || !isReordered(other))
  const [order, added] = isMine ? [[...own], other] : [[...other], own]
  for (const [at, id] of added.entries()) {
    if (order.includes(id)) continue
    const previous = at ? order.indexOf(added[at - 1] ?? '') : -1
    order.splice(previous + 1, 0, id)
  }
  return order
}

const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) &&
  value.every((row) => isGroup(row) && (typeof row.id === 'string' || typeof row.id === 'number'))

// Rich text is not a group, because it is compared as one value.
const isGroup = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && !('root' in value)

/**
 * Whether two values are equivalent. Empty values (`null`, '', `false`, empty lists and objects) are
 * equivalent, and so are a record and its id. The order of properties does not matter.
 */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(normalize(one)) === JSON.stringify(normalize(other))

function normalize(value: unknown): unknown {
  if (value === undefined || value === null || value === '' || value === false) return null
  if (Array.isArray(value)) return value.length ? value.map(normalize) : null
  if (typeof value !== 'object') return value
  if ('id' in value && 'createdAt' in value) return value.id
  const entries = Object.entries(value)
    .map(([name, each]) => [name, normalize(each)] as const)
    .filter(([, each]) => each !== null)
  return entries.length ? Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) : null
}
