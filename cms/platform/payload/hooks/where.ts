import { getFieldByPath, type SanitizedCollectionConfig, type Where } from 'payload'
import { isRecord } from '../../ui/is-record.ts'
import { refuse } from './refuse.ts'

export type Fields = SanitizedCollectionConfig['flattenedFields']

// Building the SQL statement blocks the event loop, so the number of its parts is limited.
const maxConditions = 100
const maxValues = 500
const maxWords = 20
// Payload's adapter for PostgreSQL does not implement these operators.
const unsupported = new Set(['near', 'within', 'intersects', 'all'])
const textOperators = new Set(['like', 'not_like', 'contains'])
const unsupportedByType: Record<string, Set<string> | undefined> = {
  date: textOperators,
  checkbox: textOperators,
  // `contains` is missing here because it works on selects with several values.
  select: new Set(['like', 'not_like']),
  json: new Set(['contains', 'greater_than', 'greater_than_equal', 'less_than', 'less_than_equal']),
}
const relations = new Set(['relationship', 'upload', 'join'])

/**
 * Refuses a `where` that is too long, that Payload misreads or fails on, or that filters by a field of a
 * related record, because the caller may have no access to that record.
 * @throws APIError with 400
 */
export function requireValidWhere(where: unknown, fields: Fields): void {
  const count = validateConditions(where, fields, maxConditions)
  if (count > maxConditions) refuse(`where has more than ${maxConditions} conditions.`)
}

/** For the `custom` property of a virtual field: the stored field by which lists are filtered and sorted instead. */
export const storedAs = (field: string) => ({ storedAs: field })

/**
 * The path by which a list is filtered or sorted: the same path, or the stored field of a virtual field.
 * @throws APIError with 400 for a virtual field without a stored field. Payload would ignore it.
 */
export function storedPath(path: string, fields: Fields): string {
  const field = getFieldByPath({ fields, path })?.field
  if (!field || !('virtual' in field) || !field.virtual) return path
  const stored: unknown = field.custom?.storedAs
  if (typeof stored !== 'string') {
    return refuse(`${path} can’t be filtered or sorted by: it is not stored.`)
  }
  return stored
}

/** A valid `where` with the stored fields of virtual fields, see `storedPath`. */
export const withStoredPaths = (where: Where, fields: Fields): Where =>
  Object.fromEntries(
    Object.entries(where).map(([name, condition]) =>
      Array.isArray(condition)
        ? [name, condition.map((each) => withStoredPaths(each, fields))]
        : [storedPath(pathOf(name), fields), condition],
    ),
  )

/** The dotted path of a field. Payload accepts `__` for a dot. */
export const pathOf = (name: string): string => name.replaceAll('__', '.')

/** Refuses a path into a related record. */
export function requireOwnPath(path: string, fields: Fields): void {
  const segments = path.replace(/^version\./, '').split('.')
  const isForeign = segments.slice(0, -1).some((_, end) => {
    const field = getFieldByPath({
      fields,
      path: segments.slice(0, end + 1).join('.'),
    })?.field
    return field && relations.has(field.type)
  })
  if (isForeign) refuse(`${path} can’t be filtered or sorted by: it is a field of another record.`)
}

/** Validates conditions until there are more than `most`. @returns their number */
function validateConditions(where: unknown, fields: Fields, most: number): number {
  if (most < 0) return 0
  if (!isRecord(where)) return refuse('where must be an object.')
  let count = 0
  for (const [name, condition] of Object.entries(where)) {
    if (count > most) return count
    if (/^(and|or)$/i.test(name)) {
      if (!Array.isArray(condition)) return refuse(`${name} must be a list.`)
      for (const each of condition) {
        count += 1 + validateConditions(each, fields, most - count - 1)
        if (count > most) return count
      }
    } else if (isRecord(condition)) {
      requireOwnPath(pathOf(name), fields)
      const operators = Object.entries(condition)
      count += operators.length
      const type = getFieldByPath({
        fields,
        path: pathOf(name).split('.', 1)[0] ?? '',
      })?.field.type
      for (const [operator, value] of operators) {
        if (type && unsupportedByType[type]?.has(operator))
          refuse(`${operator} can’t be used with ${name}.`)
        requireValidValue(name, operator, value)
      }
    } else refuse(`${name} needs an operator.`)
  }
  return count
}

function requireValidValue(name: string, operator: string, value: unknown) {
  if (unsupported.has(operator)) return refuse(`${operator} can’t be used with ${name}.`)
  if (isRecord(value)) return refuse(`${name} can’t be compared with an object.`)
  const isWordSearch = operator === 'like' || operator === 'not_like'
  if (isWordSearch && Array.isArray(value)) return refuse(`${operator} takes one text.`)
  if (isWordSearch && countParts(value, ' ') > maxWords) {
    return refuse(`${operator} takes ${maxWords} words at most.`)
  }
  if (countParts(value, ',') > maxValues && (Array.isArray(value) || /in$/.test(operator))) {
    return refuse(`${operator} takes ${maxValues} values at most.`)
  }
}

const countParts = (value: unknown, separator: string): number =>
  Array.isArray(value) ? value.length : String(value).split(separator, maxValues + 1).length
