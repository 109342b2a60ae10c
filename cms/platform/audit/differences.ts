type Doc = Record<string, unknown>

/** The values of a changed field; `changed` if the values are too complex to list. */
export type Difference = { before: unknown; after: unknown } | 'changed'

/**
 * Finds the changed fields of a document, with their values before and after. Rows of a list are matched by their id,
 * and the changed fields of each row are listed with names such as `items: Flat white: price_cents`.
 * @param names the names of the compared fields
 */
export function differences(names: string[], doc: Doc, previous: Doc): Record<string, Difference> {
  return Object.fromEntries(
    names.flatMap((name) => difference(name, normalize(previous[name]), normalize(doc[name]))),
  )
}

function difference(name: string, before: unknown, after: unknown): [string, Difference][] {
  if (isSame(before, after)) return []
  if (isPlain(before) && isPlain(after)) return [[name, { before, after }]]
  const [earlier, later] = [before ?? [], after ?? []]
  if (isList(earlier, isRow) && isList(later, isRow)) return rowDifferences(name, earlier, later)
  if (isList(earlier, isPlain) && isList(later, isPlain)) return [[name, { before, after }]]
  return [[name, 'changed']]
}

function rowDifferences(name: string, before: Row[], after: Row[]): [string, Difference][] {
  const removedRows = before.filter(({ id }) => !after.some((row) => row.id === id))
  const changes = after.flatMap((row): [string, Difference][] => {
    const rowName = `${name}: ${titleOf(row)}`
    const previous = before.find(({ id }) => id === row.id)
    if (!previous) return [[rowName, { before: null, after: withoutId(row) }]]
    const names = [...new Set([...Object.keys(previous), ...Object.keys(row)])]
    return Object.entries(differences(names, row, previous)).map(([key, change]) => [
      `${rowName}: ${key}`,
      change,
    ])
  })
  const removed = removedRows.map((row): [string, Difference] => [
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

// Payload returns a relation as an id or as a populated document, and an empty value as null or
// undefined. Here a relation becomes its id, and undefined becomes null.
function normalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalize)
  if (typeof value !== 'object' || value === null) return value ?? null
  return 'id' in value && 'createdAt' in value ? value.id : value
}
