import {
  type CollectionBeforeOperationHook,
  type GlobalBeforeOperationHook,
  getFieldByPath,
  type Where,
} from 'payload'
import { isStaff } from '../../staff/can.ts'
import { isRecord } from '../../ui/is-record.ts'
import { refuse } from './refuse.ts'
import {
  type Fields,
  pathOf,
  requireOwnPath,
  requireValidWhere,
  storedPath,
  withStoredPaths,
} from './where.ts'

/** The arguments of an operation that come from the request. */
type Arguments = {
  data?: unknown
  depth?: unknown
  limit?: unknown
  page?: unknown
  sort?: unknown
  where?: unknown
}

/** Maximum number of records per request without a staff session. Staff may request all records. */
const maxForStrangers = 100
const defaultLimit = 10
// Maximum `depth` of a request. The API view of Payload's admin offers depths up to this one.
const maxDepth = 10
const largestInteger = 2 ** 31 - 1
const maxSorts = 5
/** Query parameters of Payload for several languages. They would switch off the validation of fields that are not sent. */
const withoutLocales = {
  publishAllLocales: undefined,
  publishSpecificLocale: undefined,
  unpublishAllLocales: undefined,
}
/** Types of fields whose value is text. For other values, hooks of fields would fail. */
const textTypes = new Set(['text', 'textarea', 'email', 'code', 'date', 'select', 'radio'])

/**
 * Removes `createdAt`, `updatedAt` and `select` from requests that write. With `select`, the hooks after a
 * change would get a record that has only the selected fields.
 */
export const removeSentTimes: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  const { data, overrideAccess } = args as Arguments & { overrideAccess?: boolean }
  const writes = operation === 'create' || operation === 'update'
  if (!writes || overrideAccess || req.payloadAPI !== 'REST' || !isRecord(data)) return args
  const { createdAt, updatedAt, ...written } = data
  return { ...args, data: written, select: undefined }
}

/** Refuses input that Payload misreads or fails on, and limits requests without a staff session. */
export const wellFormed: CollectionBeforeOperationHook = ({ args, collection, operation, req }) => {
  const given = args as Arguments & {
    id?: unknown
    currentDepth?: number
    overrideAccess?: boolean
    pagination?: boolean
  }
  if (given.overrideAccess || req.payloadAPI !== 'REST') return args
  const isList = operation === 'read' && given.id === undefined
  requireWellFormed(given, collection.flattenedFields, isList)
  const checked = {
    ...args,
    ...withoutLocales,
    ...storedQuery(given, collection.flattenedFields, isList),
  }
  const writes = operation === 'create' || operation === 'update'
  if (writes && given.data === undefined) refuse('Send the data to store as JSON.')
  if (isStaff(req)) return checked
  // Strangers cannot query drafts: the number of results would reveal which records have a draft.
  const published = { ...checked, draft: false }
  // Related records are read by the same operation, with the field's own limit.
  if (!isList || given.currentDepth !== undefined) return published
  const wanted = Number(given.limit ?? (given.pagination === false ? 0 : defaultLimit))
  return { ...published, limit: Math.min(wanted || maxForStrangers, maxForStrangers) }
}

// The `where` and `sort` of a valid query, with stored fields in the place of virtual ones.
function storedQuery({ sort, where }: Arguments, fields: Fields, isList: boolean) {
  const descending = /^-/
  return {
    ...(isRecord(where) && { where: withStoredPaths(where as Where, fields) }),
    ...(isList &&
      Array.isArray(sort) && {
        sort: sort.map((each) => {
          const path = storedPath(pathOf(String(each).replace(descending, '')), fields)
          return descending.test(each) ? `-${path}` : path
        }),
      }),
  }
}

export const wellFormedGlobal: GlobalBeforeOperationHook = ({
  args,
  global,
  overrideAccess,
  req,
}) => {
  if (!overrideAccess && req.payloadAPI === 'REST') {
    requireWellFormed(args as Arguments, global.flattenedFields, false)
    return { ...args, ...withoutLocales }
  }
  return args
}

/**
 * @param fields of the collection
 * @param isList whether records are listed, and so can be sorted
 * @throws APIError with 400
 */
export function requireWellFormed(given: Arguments, fields: Fields, isList: boolean): void {
  requireInteger('limit', given.limit, largestInteger)
  requireInteger('page', given.page, largestInteger)
  requireInteger('depth', given.depth, maxDepth)
  if (given.data !== undefined) requireData(given.data, fields)
  if (given.where !== undefined && given.where !== '') requireValidWhere(given.where, fields)
  if (isList) requireSort(given.sort, fields)
}

function requireData(data: unknown, fields: Fields) {
  if (!isRecord(data)) return refuse('The body is not an object.')
  const broken = fields.find(({ name, type }) => type === 'group' && data[name] === null)
  if (broken) refuse(`${broken.name} must be an object.`)
  for (const { name, type, ...field } of fields) {
    const value = data[name]
    const isText = textTypes.has(type) && !('hasMany' in field && field.hasMany)
    if (isText && value !== undefined && value !== null && typeof value !== 'string') {
      refuse(`${name} must be text.`)
    }
  }
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
  if (sort.length > maxSorts) return refuse(`sort takes ${maxSorts} fields at most.`)
  for (const each of sort) {
    const path = pathOf(String(each).replace(/^-/, ''))
    requireOwnPath(path, fields)
    if (path !== 'id' && !getFieldByPath({ fields, path })) return refuse(`There is no ${path}.`)
  }
}
