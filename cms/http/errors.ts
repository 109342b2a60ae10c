/** Codes for programs, one status each. A person reads the message beside it. */
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

/** An expected failure: `code` for programs, `message` for the person, `cause` for the log. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly code: ErrorCode
  readonly headers: Record<string, string>
  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { headers?: Record<string, string> } = {},
  ) {
    super(message, options)
    this.code = code
    this.headers = options.headers ?? {}
  }
  get status(): number {
    return statusOf[this.code]
  }
}

/** The one shape of every error reply: `{error: code, message}`. */
export function errorResponse(error: HttpError): Response {
  return Response.json(
    { error: error.code, message: error.message },
    { status: error.status, headers: { 'cache-control': 'no-store', ...error.headers } },
  )
}
