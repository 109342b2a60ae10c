import {
  type CollectionBeforeOperationHook,
  type GlobalBeforeOperationHook,
  getFieldByPath,
} from 'payload'
import { hasRole } from '../access/staff.ts'
import { type Fields, isRecord, pathOf, requireOwnPath, requireWhere } from './asked-where.ts'
import { refuse } from './refuse.ts'

/** What an operation was asked with, as far as a request's query and body reach into it. */
type Asked = {
  data?: unknown
  depth?: unknown
  limit?: unknown
  page?: unknown
  sort?: unknown
  where?: unknown
}

/** How many records a stranger gets at once. Staff get what Payload's admin asks for: all, at times. */
const mostForStrangers = 100
const usualLimit = 10
// The most that can be chosen in the admin.
const deepest = 10
const largestInteger = 2 ** 31 - 1
const mostSorts = 5

/** When a record was made and changed is not for whoever sends it to say. */
export const ownTimes: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  const { data, overrideAccess } = args as Asked & { overrideAccess?: boolean }
  const writes = operation === 'create' || operation === 'update'
  if (!writes || overrideAccess || req.payloadAPI !== 'REST' || !isRecord(data)) return args
  const { createdAt, updatedAt, ...written } = data
  return { ...args, data: written }
}

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
  requireWellFormed(asked, collection.flattenedFields, isList)
  const writes = operation === 'create' || operation === 'update'
  if (writes && asked.data === undefined) refuse('Send what is to be kept as JSON.')
  if (hasRole(req, 'editor')) return args
  // Even the number of records that are found with it would say which of them have a draft.
  const published = { ...args, draft: false }
  // Records that stand in others are read by the same operation; their number is the field's.
  if (!isList || asked.currentDepth !== undefined) return published
  const wanted = Number(asked.limit ?? (asked.pagination === false ? 0 : usualLimit))
  return { ...published, limit: Math.min(wanted || mostForStrangers, mostForStrangers) }
}

export const wellFormedGlobal: GlobalBeforeOperationHook = ({
  args,
  global,
  overrideAccess,
  req,
}) => {
  if (!overrideAccess && req.payloadAPI === 'REST') {
    requireWellFormed(args as Asked, global.flattenedFields, false)
  }
  return args
}

/**
 * @param fields of the records that are asked for
 * @param isList whether they are listed, and so can be sorted
 * @throws APIError with 400
 */
export function requireWellFormed(asked: Asked, fields: Fields, isList: boolean): void {
  requireInteger('limit', asked.limit, largestInteger)
  requireInteger('page', asked.page, largestInteger)
  requireInteger('depth', asked.depth, deepest)
  if (asked.data !== undefined) requireData(asked.data, fields)
  if (asked.where !== undefined && asked.where !== '') requireWhere(asked.where, fields)
  if (isList) requireSort(asked.sort, fields)
}

function requireData(data: unknown, fields: Fields) {
  if (!isRecord(data)) return refuse('The body is not an object.')
  const broken = fields.find(({ name, type }) => type === 'group' && data[name] === null)
  if (broken) refuse(`${broken.name} must be an object.`)
}

function requireInteger(name: string, value: unknown, most: number) {
  if (value === undefined) return
  const isRight =
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
  if (!isRight) refuse(`${name} must be a whole number from 0 to ${most}.`)
}

function requireSort(sort: unknown, fields: Fields) {
  if (sort === undefined) return
  if (!Array.isArray(sort)) return refuse('sort must name fields.')
  if (sort.length > mostSorts) return refuse(`sort takes ${mostSorts} fields at most.`)
  for (const each of sort) {
    const path = pathOf(String(each).replace(/^-/, ''))
    requireOwnPath(path, fields)
    if (path !== 'id' && !getFieldByPath({ fields, path })) return refuse(`There is no ${path}.`)
  }
}
