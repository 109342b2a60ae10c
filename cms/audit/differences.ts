type Doc = Record<string, unknown>

/** A changed value; `changed` where the values are not listed. */
export type Difference = { before: unknown; after: unknown } | 'changed'

/**
 * The changed fields with both values. Rows of a list are compared by their id, each with its own
 * changes, named as `items: Flat white: price_cents`.
 * @param names of the compared fields
 */
export function differences(names: string[], doc: Doc, previous: Doc): Record<string, Difference> {
  return Object.fromEntries(
    names.flatMap((name) => difference(name, idOf(previous[name]), idOf(doc[name]))),
  )
}

function difference(name: string, before: unknown, after: unknown): [string, Difference][] {
  if (isSame(before, after)) return []
  if (isPlain(before) && isPlain(after)) return [[name, { before, after }]]
  const [rows, others] = [before ?? [], after ?? []]
  if (isList(rows, isRow) && isList(others, isRow)) return rowDifferences(name, rows, others)
  if (isList(rows, isPlain) && isList(others, isPlain)) return [[name, { before, after }]]
  return [[name, 'changed']]
}

function rowDifferences(name: string, before: Row[], after: Row[]): [string, Difference][] {
  const left = before.filter(({ id }) => !after.some((row) => row.id === id))
  const changes = after.flatMap((row): [string, Difference][] => {
    const place = `${name}: ${titleOf(row)}`
    const previous = before.find(({ id }) => id === row.id)
    if (!previous) return [[place, { before: null, after: withoutId(row) }]]
    const names = [...new Set([...Object.keys(previous), ...Object.keys(row)])]
    return Object.entries(differences(names, row, previous)).map(([key, change]) => [
      `${place}: ${key}`,
      change,
    ])
  })
  const removed = left.map((row): [string, Difference] => [
    `${name}: ${titleOf(row)}`,
    { before: withoutId(row), after: null },
  ])
  const all = [...removed, ...changes]
  return all.length ? all : [[`${name}: order`, 'changed']]
}

type Row = Doc & { id: string | number }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isPlain = (value: unknown): value is string | number | boolean | null | undefined =>
  typeof value !== 'object' || value === null
const isRow = (value: unknown): value is Row => !isPlain(value) && 'id' in (value as Doc)
const isList = <Item>(value: unknown, is: (item: unknown) => item is Item): value is Item[] =>
  Array.isArray(value) && value.every(is)
const withoutId = ({ id, ...row }: Row): Doc =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''))
const titleOf = ({ id, name, label, title, date, area, path }: Row) =>
  String(name ?? label ?? title ?? date ?? area ?? path ?? `row ${id}`)

// A relation may be populated or not, and empty values are null or undefined.
function idOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idOf)
  if (typeof value !== 'object' || value === null) return value ?? null
  return 'id' in value && 'createdAt' in value ? value.id : value
}
