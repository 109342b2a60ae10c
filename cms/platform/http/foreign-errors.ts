import type { AfterErrorHook, APIError } from 'payload'
import { diskFullMessage, setDiskFull } from '../database/disk.ts'
import { codeOfStatus, type ErrorCode, HttpError } from './errors.ts'

/**
 * The error code for each code of PostgreSQL (five characters) and Node, and for errors without a code
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const codeOf = {
  '22001': 'bad_request', // value too long
  '22003': 'bad_request', // number out of range
  '22007': 'bad_request', // invalid date
  '22008': 'bad_request', // date out of range
  '22021': 'bad_request', // invalid character in text
  '22P02': 'bad_request', // invalid number, enum value or JSON
  '22P05': 'bad_request', // invalid character in JSON
  '2201W': 'bad_request', // negative limit
  '2201X': 'bad_request', // negative offset
  '23503': 'bad_request', // foreign key to a missing row
  '23505': 'conflict', // unique violation
  '42883': 'bad_request', // operator not defined for the type
  '40P01': 'unavailable', // deadlock; a retry succeeds
  '53100': 'unavailable', // disk full
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  ENOSPC: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  syntax: 'bad_request',
  timeout: 'unavailable',
} as const satisfies Record<string, ErrorCode>

/** Messages of errors without a code: Busboy's for a malformed body, Payload's for a bad upload. */
const brokenUpload =
  /^(Unexpected end of|Malformed|Multipart:|Unsupported content type|Request is not eligible for file upload|Expected response from the upload handler)/

/** Messages of the database driver's errors without a code: no free connection in time, or no reply in time. */
const databaseTimeout = /^(timeout exceeded when trying to connect|Query read timeout)$/

const messages: Partial<Record<ErrorCode, string>> = {
  bad_request: 'This request holds a value that can’t be used here.',
  conflict: 'This is there already.',
  not_found: 'There is nothing here.',
  unavailable: 'The site is catching its breath. Please try again shortly.',
}

/**
 * Refusals of the database's own functions that come when a transaction ends, where no feature waits for them. Their
 * code is LG001, and their message is the reason.
 */
const refusalsAtCommit: Partial<Record<string, string>> = {
  second_person:
    'This takes more out of the Common Good than one person may within 24 hours. Ask for it on the page of the Common Good, and somebody else approves it.',
}

const diskFullCodes = ['53100', 'ENOSPC']

/**
 * Translates an error that Payload, PostgreSQL or a parser threw because of invalid input, or because
 * the database is unavailable. A full disk is recorded.
 * @param id the record id in the path, if there is one
 * @param isStaff whether the message may say that the disk is full
 * @returns null for any other error
 */
export function translateForeign(
  error: unknown,
  { id, isStaff = false }: { id?: unknown; isStaff?: boolean } = {},
): HttpError | null {
  const refused = refusalAtCommit(error)
  if (refused) return refused
  const found = foreignCode(error)
  if (!found) return null
  if (diskFullCodes.includes(found)) {
    setDiskFull(true)
    const message = isStaff ? diskFullMessage : (messages.unavailable ?? '')
    return new HttpError('unavailable', message, { cause: error })
  }
  const known = codeOf[found]
  const code = known === 'bad_request' && id !== undefined && !canBeId(id) ? 'not_found' : known
  return new HttpError(code, messages[code] ?? '', { cause: error })
}

/** Whether the database cannot answer now: an outage, a deadlock or a full disk. A full disk is recorded. */
export const isOutage = (error: unknown): boolean => translateForeign(error)?.code === 'unavailable'

type RefusalData = { errors?: { message?: string; path?: string }[]; reason?: string }

/**
 * Translates a refusal of Payload, such as invalid data or a missing record. Payload's own endpoints send such an error
 * themselves.
 * @returns null for any other error
 */
export function translateRefusal(error: unknown): HttpError | null {
  if (!isApiError(error) || error.status >= 500) return null
  const code = codeOfStatus(error.status)
  // The error of invalid data has a message for each field; its own message only lists the fields.
  const [first] = error.data?.errors ?? []
  const message = error.isPublic ? (first?.message ?? error.message) : messages[code]
  const reason = error.data?.reason
  const field = first?.path
  return new HttpError(code, message ?? '', {
    cause: error,
    ...(reason && { reason }),
    ...(field && { field }),
  })
}

// Checks the properties, because importing the class `APIError` would load all of Payload.
const isApiError = (error: unknown): error is APIError<RefusalData | null> =>
  error instanceof Error && 'isPublic' in error && 'status' in error

/** Payload's hook for errors of its endpoints; see `translateForeign`. */
export const translateFailure: AfterErrorHook = ({ error, req }) => {
  const known = translateForeign(error, { id: req?.routeParams?.id, isStaff: Boolean(req?.user) })
  if (!known) return undefined
  return { status: known.status, response: { errors: [{ message: known.message }] } }
}

function refusalAtCommit(error: unknown): HttpError | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, message } = each as Error & { code?: unknown }
    const words = code === 'LG001' ? refusalsAtCommit[message] : undefined
    if (words) return new HttpError('conflict', words, { reason: message, cause: error })
  }
  return null
}

function foreignCode(error: unknown): keyof typeof codeOf | null {
  // A failed query has PostgreSQL's error as its cause.
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown }
    if (typeof code === 'string' && Object.hasOwn(codeOf, code)) {
      return code as keyof typeof codeOf
    }
    if (databaseTimeout.test(each.message)) return 'timeout'
    // Endpoints parse only the request, so a syntax error means that the request is malformed.
    if (each instanceof SyntaxError || brokenUpload.test(each.message)) return 'syntax'
  }
  return null
}

// Ids are PostgreSQL integers.
const canBeId = (id: unknown) => /^\d{1,10}$/.test(String(id)) && Number(id) < 2 ** 31
