import {
  APIError,
  type CollectionBeforeOperationHook,
  type GlobalBeforeOperationHook,
  getFieldByPath,
  type SanitizedCollectionConfig,
} from 'payload'
import { hasRole } from '../access/staff.ts'

/** What an operation was asked with, as far as a request's query and body reach into it. */
type Asked = {
  data?: unknown
  depth?: unknown
  limit?: unknown
  page?: unknown
  sort?: unknown
  where?: unknown
}
type Fields = SanitizedCollectionConfig['flattenedFields']

/** How many records a stranger gets at once. Staff get what Payload's admin asks for: all, at times. */
const mostForStrangers = 100
const usualLimit = 10
// The most that can be chosen in the admin.
const deepest = 10
const largestInteger = 2 ** 31 - 1
// Payload knows them, its adapter for PostgreSQL does not; there are no points on a map here.
const unanswered = new Set(['near', 'within', 'intersects', 'all'])

/** Refuses what Payload would take for something else or fail at, and bounds what strangers ask for. */
export const wellFormed: CollectionBeforeOperationHook = ({ args, collection, operation, req }) => {
  const asked = args as Asked & {
    id?: unknown
    currentDepth?: number
    overrideAccess?: boolean
    pagination?: boolean
  }
  if (asked.overrideAccess || req.payloadAPI !== 'REST') return args
  const isList = operation === 'read' && asked.id === undefined
  requireWellFormed(asked, isList ? collection.flattenedFields : null)
  // Records that stand in others are read by the same operation; their number is the field's.
  if (!isList || asked.currentDepth !== undefined || hasRole(req, 'editor')) return args
  const wanted = Number(asked.limit ?? (asked.pagination === false ? 0 : usualLimit))
  return { ...args, limit: Math.min(wanted || mostForStrangers, mostForStrangers) }
}

export const wellFormedGlobal: GlobalBeforeOperationHook = ({ args, overrideAccess, req }) => {
  if (!overrideAccess && req.payloadAPI === 'REST') requireWellFormed(args as Asked, null)
  return args
}

/**
 * @param fields of the records that are listed, null where none are
 * @throws APIError with 400
 */
export function requireWellFormed(asked: Asked, fields: Fields | null): void {
  requireInteger('limit', asked.limit, largestInteger)
  requireInteger('page', asked.page, largestInteger)
  requireInteger('depth', asked.depth, deepest)
  if (asked.data !== undefined && !isRecord(asked.data)) refuse('The body is not an object.')
  if (asked.where !== undefined && asked.where !== '') requireWhere(asked.where)
  if (fields) requireSort(asked.sort, fields)
}

function requireInteger(name: string, value: unknown, most: number) {
  if (value === undefined) return
  const isRight =
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
  if (!isRight) refuse(`${name} must be a whole number from 0 to ${most}.`)
}

function requireWhere(where: unknown) {
  if (!isRecord(where)) return refuse('where must be an object.')
  for (const [name, condition] of Object.entries(where)) {
    if (/^(and|or)$/i.test(name)) {
      if (!Array.isArray(condition)) return refuse(`${name} must be a list.`)
      condition.forEach(requireWhere)
    } else if (isRecord(condition)) {
      const unknown = Object.keys(condition).find((operator) => unanswered.has(operator))
      if (unknown) return refuse(`${unknown} can’t be asked of ${name}.`)
    }
  }
}

function requireSort(sort: unknown, fields: Fields) {
  if (sort === undefined) return
  if (!Array.isArray(sort)) return refuse('sort must name fields.')
  for (const each of sort) {
    const path = String(each).replace(/^-/, '').replaceAll('__', '.')
    if (path !== 'id' && !getFieldByPath({ fields, path })) return refuse(`There is no ${path}.`)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function refuse(message: string): void {
  throw new APIError(message, 400, undefined, true)
}
