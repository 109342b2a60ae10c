import type { AfterErrorHook } from 'payload'
import { type ErrorCode, HttpError } from './errors.ts'

/**
 * What others call a failure, and what it is called here. Five letters are PostgreSQL's
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const codeOf = {
  '22001': 'bad_request', // longer than the column
  '22003': 'bad_request', // a number out of range
  '22007': 'bad_request', // no date
  '22008': 'bad_request', // a date out of range
  '22021': 'bad_request', // a character that text can't hold
  '22P02': 'bad_request', // text that is no number, no choice, no JSON
  '22P05': 'bad_request', // a character that JSON can't hold
  '2201W': 'bad_request', // a negative limit
  '2201X': 'bad_request', // a negative offset
  '23503': 'bad_request', // names a row that is not there
  '23505': 'conflict', // a row that is there already
  '42883': 'bad_request', // an operator that a column of its kind doesn’t know
  '40P01': 'unavailable', // two who wait for each other; whoever comes again finds one gone
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
} as const satisfies Record<string, ErrorCode>

/** What has no code of its own: Busboy’s words for a broken body, and Payload’s for an odd upload. */
const brokenUpload =
  /^(Unexpected end of|Malformed|Multipart:|Unsupported content type|Request is not eligible for file upload|Expected response from the upload handler)/

const messages: Partial<Record<ErrorCode, string>> = {
  bad_request: 'This request holds a value that can’t be used here.',
  conflict: 'This is there already.',
  not_found: 'There is nothing here.',
  unavailable: 'The site is catching its breath. Please try again shortly.',
}

/**
 * Makes an expected failure of what Payload, PostgreSQL or a parser threw at what was sent.
 * @param id the record that the address names, if it names one
 * @returns null where the failure is not the sender’s, or has a status of its own
 */
export function translateForeign(error: unknown, id?: unknown): HttpError | null {
  const known = ownCode(error)
  if (!known) return null
  const code = known === 'bad_request' && id !== undefined && !canBeId(id) ? 'not_found' : known
  return new HttpError(code, messages[code] ?? '', { cause: error })
}

/** The same at the edge of Payload, which asks once for every failure of its endpoints. */
export const translateFailure: AfterErrorHook = ({ error, req }) => {
  const known = translateForeign(error, req?.routeParams?.id)
  if (!known) return undefined
  return { status: known.status, response: { errors: [{ message: known.message }] } }
}

function ownCode(error: unknown): ErrorCode | null {
  // A query that failed carries PostgreSQL's error as its cause.
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown }
    if (typeof code === 'string' && Object.hasOwn(codeOf, code)) {
      return codeOf[code as keyof typeof codeOf]
    }
    // Nothing else is parsed on the way than what was sent.
    if (each instanceof SyntaxError || brokenUpload.test(each.message)) return 'bad_request'
  }
  return null
}

// Keys are PostgreSQL's `integer`.
const canBeId = (id: unknown) => /^\d{1,10}$/.test(String(id)) && Number(id) < 2 ** 31
