import type { Endpoint, PayloadRequest } from 'payload'
import type { z } from 'zod'
import { countClientAttemptOrThrow } from '../limits/clients.ts'
import type { RateLimit } from '../limits/rules.ts'
import { recordSecurityEvent } from '../security/events.ts'
import type { Permission } from '../staff/permissions.ts'
import { readForm, readJson } from './body/request-body.ts'
import { errorResponse, HttpError } from './errors.ts'
import { translateForeign, translateRefusal } from './foreign-errors.ts'
import { type Result, respond } from './respond.ts'

type Schema = z.ZodType | undefined
type Output<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined
type Method = Endpoint['method']

/**
 * Decides who may use a call.
 * @returns the caller, as the call's `handle` gets it
 * @throws HttpError `unauthorized`, `forbidden` or a code of the feature
 */
export type Access<Caller> = ((req: PayloadRequest) => Caller | Promise<Caller>) & {
  readonly audience: CallAudience
}

/**
 * For whom a call is: everybody (`public`), signed-in members, all staff, another service that signs its requests, or
 * staff who have a permission.
 */
export type CallAudience = 'public' | 'member' | 'staff' | 'service' | Permission

/** Access that declares its audience. @param check decides about a request; see `Access` */
export const accessFor = <Caller>(
  audience: CallAudience,
  check: (req: PayloadRequest) => Caller | Promise<Caller>,
): Access<Caller> => Object.assign((req: PayloadRequest) => check(req), { audience })

/** Access for calls that are public. */
export const anyone = accessFor('public', () => null)

/** Limits the requests of one client. A request is counted before its query and body are validated. */
export type CallLimit = {
  /** Limits with the same name share a count. */
  name: string
  limit: RateLimit
  /** The error of a refused request; `call` adds Retry-After. */
  error: HttpError
}

export type CallContext<Caller, Params, Query, Body> = {
  req: PayloadRequest
  caller: Caller
  params: Params
  query: Query
  body: Body
  /** Whether an HTML form was sent instead of JSON. */
  isForm: boolean
}

/** How a call handles an HTML form that a browser without JavaScript sends. */
export type FormHandling<Params, Body> = {
  /** Converts the form to the input of the body schema. Default: one text per field. */
  read?: (form: FormData) => unknown
  /** The page that follows a success; null if the form is answered like a JSON call. */
  success: (context: {
    params: Params
    body: Body
    result: Result
    form: FormData
  }) => string | null
  /** The page that follows a failure; null if the form is answered like a JSON call. */
  failure: (error: HttpError, sent: { form: FormData; params: Params }) => string | null
}

export type CallDefinition<
  Caller,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
> = {
  /** A `get` also answers HEAD. */
  method: Method
  /** Below `/api`; `:name` stands for one segment. */
  path: string
  access: Access<Caller>
  params?: Params
  query?: Query
  /** Schema of the JSON body or form; without one the body is not read. */
  body?: Body
  limits?: readonly CallLimit[]
  form?: FormHandling<Output<Params>, Output<Body>>
  /** Returns the error for the first issue of an invalid path, query or body. Default: `invalidInput`. */
  invalid?: (issue: Issue) => HttpError
  handle: (
    context: CallContext<Caller, Output<Params>, Output<Query>, Output<Body>>,
  ) => Promise<Result | Response> | Result
} & CallOptions

type CallOptions = {
  /**
   * A second path of the call, outside `/api`, with the same parameters. Requests to this path may come
   * from any site, and their cookies are removed. So the call must be public or authorised by a secret in
   * the path. A parameter named `token` is not logged.
   */
  pagePath?: string
  /**
   * Whether the call can also be made below `secretRoot`, at `/secretkitchens/api/…`, where the secret kitchens are shown.
   * On their host, no other call can be made. `only`: on other hosts it does not exist.
   */
  onSecretHost?: boolean | 'only'
  /** The cost of the call in the budget of the client. Default: see `costs` in client-budgets.ts. */
  cost?: number
  /**
   * How many requests of this call the process works on at the same time. The others wait, first come, first served, so that
   * a rush leaves time for the requests of others. Default: any number.
   */
  atOnce?: number
  /** How long the call may take, in ms. Default: ten seconds. Waiting because of `atOnce` does not count. */
  timeoutMs?: number
  /** The size limit of the body. Default: `bodyLimits.strangers`, for staff `bodyLimits.staff`. */
  maxBodyBytes?: number
  /** How long the body of a stranger’s request may take to arrive, in ms. Default: `bodyWithinMs` of the listener. */
  bodyWithinMs?: number
  /**
   * The limits of size (in bytes) and duration (in ms) for uploads to this call. `by`: who may send them, staff by
   * default.
   */
  upload?: { maxBytes: number; withinMs: number; by?: 'staff' | 'members' }
  /**
   * The page that follows a form that is too large to be read. It is chosen without the form, by the path alone. Default:
   * that of `form.failure`.
   */
  tooLargePage?: (error: HttpError, params: Record<string, unknown>) => string | null
}

export type Issue = { code?: string; path: PropertyKey[]; message: string }

/** One call of the API as the HTTP layer and Payload know it. */
export type Call = CallOptions & { method: Method; path: string; endpoint: Endpoint }

/**
 * Declares a call: who may use it, its input, how often it may be made, and what it does. Each request
 * passes these steps: `access` authorises the caller, the request is counted, its input is validated, and `handle`
 * runs. The result or error becomes the response. Source: spec section 7.
 */
export function call<
  Caller,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(definition: CallDefinition<Caller, Params, Query, Body>): Call {
  const { access, method, path, pagePath, onSecretHost, cost, timeoutMs, maxBodyBytes } = definition
  const { atOnce, bodyWithinMs, upload } = definition
  const endpoint: Endpoint = {
    method,
    path,
    handler: (req) => answer(definition, req),
    custom: { audience: access.audience },
  }
  const options = {
    ...{ pagePath, onSecretHost, cost, atOnce, timeoutMs, maxBodyBytes, bodyWithinMs, upload },
  }
  const tooLargePage = definition.tooLargePage ?? failureWithoutForm(definition)
  return { method, path, endpoint, ...options, ...(tooLargePage && { tooLargePage }) }
}

/** The page after a failure for which the form could not be read; undefined if the call has no form. */
function failureWithoutForm<Caller, P extends Schema, Q extends Schema, B extends Schema>({
  form,
  params,
}: CallDefinition<Caller, P, Q, B>): CallOptions['tooLargePage'] {
  return (
    form &&
    ((error, given) => {
      const read = params?.safeParse(given)
      if (read && !read.success) return null
      return form.failure(error, { form: new FormData(), params: read?.data as Output<P> })
    })
  )
}

/** The Payload endpoints of the given calls. */
export const endpointsOf = (calls: readonly Call[]): Endpoint[] =>
  calls.map(({ endpoint }) => endpoint)

async function answer<Caller, Params extends Schema, Query extends Schema, Body extends Schema>(
  definition: CallDefinition<Caller, Params, Query, Body>,
  req: PayloadRequest,
): Promise<Response> {
  const { access, invalid = invalidInput, limits = [], handle, path } = definition
  let failurePage: ((error: HttpError) => string | null) | undefined
  try {
    const caller = await access(req)
    const params = parse<Params>(definition.params, req.routeParams ?? {}, invalid)
    const form = definition.form && definition.body ? await readForm(req) : null
    if (form && definition.form) {
      const { failure } = definition.form
      failurePage = (error) => failure(error, { form, params })
    }
    for (const each of limits) await requireWithinLimit(req, each)
    const query = parse<Query>(definition.query, Object.fromEntries(req.searchParams), invalid)
    const sent = form
      ? (definition.form?.read ?? Object.fromEntries)(form)
      : definition.body && (await readJson(req))
    const body = parse<Body>(definition.body, sent, invalid)
    const result = await handle({ req, caller, params, query, body, isForm: form !== null })
    if (!form || !definition.form || result instanceof Response) return respond(result)
    const location = definition.form.success({ params, body, result, form })
    const { cookies, event } = result
    return respond(location === null ? result : { cookies, event, redirect: location })
  } catch (error) {
    const isStaff = Boolean(req.user)
    const refusal = error instanceof HttpError ? null : translateRefusal(error)
    const known =
      error instanceof HttpError ? error : (translateForeign(error, { isStaff }) ?? refusal)
    // Payload logs refusals of its own endpoints at the same level.
    if (refusal) req.payload.logger.info({ err: error, path }, 'call refused by Payload')
    if (known?.securityEvent)
      recordSecurityEvent(req, known.securityEvent, { path, reason: known.reason })
    const location = known && failurePage?.(known)
    if (location) return respond({ redirect: location })
    if (known) return errorResponse(known)
    req.payload.logger.error({ err: error, path }, 'call failed')
    return errorResponse(new HttpError('server', 'Something went wrong. Please try again.'))
  }
}

async function requireWithinLimit(req: PayloadRequest, limit: CallLimit): Promise<void> {
  await countClientAttemptOrThrow(req, limit.name, limit.limit, limit.error)
}

function parse<S extends Schema>(
  schema: S | undefined,
  input: unknown,
  invalid: (issue: Issue) => HttpError,
): Output<S> {
  if (!schema) return undefined as Output<S>
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data as Output<S>
  const [issue = { path: [], message: 'The request is not valid.' }] = parsed.error.issues
  throw invalid(issue)
}

/** The default error for input that does not match its schema: `bad_request` with the schema's message. */
export const invalidInput = ({ path, message }: Issue): HttpError =>
  new HttpError('bad_request', message, { field: path.map(String).join('.') })

/** Like `invalidInput`, but the message begins with the field's name. */
export const invalidField = ({ path, message }: Issue): HttpError => {
  const field = path.map(String).join('.')
  return new HttpError('bad_request', `${field || 'request'}: ${message}`, { field })
}

/** Like `invalidInput`, but with the same message for every problem with the input. */
export const invalidAs =
  (message: string) =>
  ({ path }: Issue): HttpError =>
    new HttpError('bad_request', message, { field: path.map(String).join('.') })

/** Returns the feature's own errors for some fields, and the errors of `invalidInput` for all other fields. */
export const invalidByField =
  (errors: Record<string, () => HttpError>) =>
  (issue: Issue): HttpError =>
    errors[String(issue.path[0])]?.() ?? invalidInput(issue)
