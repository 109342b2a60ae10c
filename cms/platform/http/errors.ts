import type { SecurityEventKind } from '../security/rules.ts'

/** The status of each error code. */
const statusOf = {
  bad_request: 400,
  invalid_json: 400,
  unauthorized: 401,
  forbidden: 403,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  too_many_requests: 429,
  server: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOf

type Options = ErrorOptions & {
  headers?: Record<string, string>
  /** A more precise code for programs, sent in place of `code`. */
  reason?: string
  /** Further fields of the reply. */
  replyFields?: Record<string, unknown>
  /** The input field that is wrong, as a path with dots. */
  field?: string
  /** The security event that a call records when it fails with this error. */
  securityEvent?: SecurityEventKind
}

/** An expected failure: `code` for programs, `message` for the person, `cause` for the log. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly code: ErrorCode
  readonly reason: string
  readonly headers: Record<string, string>
  readonly replyFields: Record<string, unknown>
  readonly field: string | undefined
  readonly securityEvent: SecurityEventKind | undefined
  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, options)
    this.code = code
    this.reason = options.reason ?? code
    this.headers = options.headers ?? {}
    this.replyFields = options.replyFields ?? {}
    this.field = options.field
    this.securityEvent =
      options.securityEvent ?? (code === 'too_many_requests' ? 'limit_exceeded' : undefined)
  }
  /** The same error with a Retry-After header. */
  withRetryAfter(seconds: number): HttpError {
    const headers = { ...this.headers, 'retry-after': String(seconds) }
    const { cause, code, securityEvent: event, replyFields, field, message, reason } = this
    return new HttpError(code, message, {
      cause,
      securityEvent: event,
      replyFields,
      field,
      headers,
      reason,
    })
  }
  get status(): number {
    return statusOf[this.code]
  }
}

/**
 * The errors of a feature, one entry for each: its code, which decides the status, and the message for people. The name is
 * also the reason that is sent, unless the entry has another one: two messages may have the same reason.
 */
export type ErrorEntries = Readonly<
  Record<string, readonly [code: ErrorCode, message: string, reason?: string]>
>

/**
 * @returns a function that creates the error of a name. `message` replaces the entry’s message, where it has to say
 *   what exactly is wrong
 */
export const errorsOf =
  <Entries extends ErrorEntries>(entries: Entries) =>
  (
    name: keyof Entries & string,
    { message, ...options }: Omit<Options, 'reason'> & { message?: string } = {},
  ): HttpError => {
    const [code, usual, reason = name] = entries[name] as ErrorEntries[string]
    return new HttpError(code, message ?? usual, { ...options, reason })
  }

/**
 * The errors of a feature as two tables. New features use `errorsOf`.
 * @param codes the code of each reason; it decides the status
 * @param messages the message of each reason, for people
 * @returns a function that creates the error of a reason
 */
export const errorTable =
  <Reason extends string>(
    codes: Record<Reason, ErrorCode>,
    messages: Readonly<Record<Reason, string>>,
  ) =>
  (reason: Reason, options: Omit<Options, 'reason'> = {}): HttpError =>
    new HttpError(codes[reason], messages[reason], { ...options, reason })

/**
 * The errors of a feature that has no reasons of its own: its replies contain an `ErrorCode`. `errors` has one
 * entry for each error: a name for use in the program, the code that is sent, and the message for people.
 * @returns a function that makes the error of a name
 */
export const errorsByName =
  <Name extends string>(errors: Readonly<Record<Name, readonly [ErrorCode, string]>>) =>
  (name: Name, options: Options = {}): HttpError => {
    const [code, message] = errors[name]
    return new HttpError(code, message, options)
  }

/** The reply for an error: `{error, message}` and the error's `replyFields`. All error replies have this shape. */
export function errorResponse(error: HttpError): Response {
  return Response.json(
    { ...error.replyFields, error: error.reason, message: error.message },
    { status: error.status, headers: { 'cache-control': 'no-store', ...error.headers } },
  )
}

/** The error code for a status. A status without a code of its own gets `bad_request` or `server`. */
export const codeOfStatus = (status: number): ErrorCode => {
  const known = Object.entries(statusOf).find(([, each]) => each === status)
  return (known?.[0] as ErrorCode) ?? (status < 500 ? 'bad_request' : 'server')
}

const defaultMessage = (status: number): string =>
  status === 404 ? 'There is nothing here.' : 'Something went wrong. Please try again.'

/**
 * Adds `error` and `message` to an error response of Payload. The response keeps its own `errors` for the
 * admin. Other responses are returned unchanged.
 */
export async function withErrorShape(response: Response): Promise<Response> {
  // Payload responds with 501 for a collection or global whose endpoints are disabled.
  if (response.status === 501) return errorResponse(new HttpError('not_found', defaultMessage(404)))
  const type = response.headers.get('content-type')
  if (response.status < 400 || (type ? !type.startsWith('application/json') : response.body)) {
    return response
  }
  const body: unknown = await response.json().catch(() => ({}))
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const { errors } = given as { errors?: { message?: string; data?: { reason?: string } }[] }
  const shaped = {
    error: errors?.[0]?.data?.reason ?? codeOfStatus(response.status),
    message: errors?.[0]?.message ?? defaultMessage(response.status),
    ...given,
  }
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  if (response.status === 503 && !headers.has('retry-after')) headers.set('retry-after', '5')
  return Response.json(shaped, { status: response.status, headers })
}
