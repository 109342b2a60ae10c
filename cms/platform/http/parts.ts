import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Monitor } from '../database/monitor.ts'
import type { ConcurrencyLimiter } from '../limits/concurrency.ts'
import type { StaffPerson } from '../staff/contract.ts'
import type { CallTable } from './call-table.ts'
import type { Styles } from './pages/page-assets.ts'
import type { PageCache, RenderedPage } from './pages/page-cache.ts'
import type { Representation, Variant } from './pages/representation.ts'
import type { Viewer } from './pages/viewer.ts'
import type { SignedToken } from './server/client-budgets.ts'
import type { Encoding } from './server/encoding.ts'
import type { HostKind, HostRules } from './server/hosts.ts'
import type { AnswerKind, Metrics } from './server/metrics.ts'

/** A member with a session. */
export type SignedInMember = { session: string; id: number; email: string; name: string | null }

/** What is at a path of the site. */
export type ResolvedPage =
  /** `isVariable`: the path has a variable part, so the number of such pages is unlimited. */
  | { kind: 'page'; path: string; isVariable?: boolean }
  /** A file that is no HTML page, such as the site map. It is rendered and cached like a page. */
  | { kind: 'document'; path: string }
  /** Rendered for one person with the whole query, never cached. */
  | { kind: 'private'; path: string }
  /** Rendered for the signed-in member who requests it; with `isOpen`, also for visitors. */
  | { kind: 'member'; path: string; isOpen?: boolean }
  | { kind: 'redirect'; to: string }
  /** `nearest` is the path of the most similar public page; `/` if none is similar. */
  | { kind: 'missing'; nearest: string }

/**
 * What a path with a variable part or with a query shows: `own` is its own page, `sameAs` is the page of another
 * path, and null is no page. For a public page, `sameAs` includes the query.
 */
export type LookupResult = 'own' | { sameAs: string } | null

/** The routes of the site, as the application collects them from the features. */
export type SiteRoutes = {
  resolve: (path: string) => Promise<ResolvedPage>
  /** The lower-case spelling of a path; null if it stays as it is. */
  lowerCase: (path: string) => string | null
  /** Query parameters that a page depends on, with their values; all others are ignored. */
  queries: Readonly<Record<string, PageQuery>>
}

/**
 * The query parameters of a page. A valid value is in the list or matches the pattern. A page with a pattern needs a
 * look-up, which says which values have a page of their own.
 */
export type PageQuery = Readonly<Record<string, readonly string[] | RegExp>>

/** Larger requests that staff may send to an endpoint that is not declared as a call. */
export type UploadRule = { path: RegExp; maxBytes: number; withinMs: number }

/** The admin's built files, by their URL path. */
export type AdminFiles = {
  has: (path: string) => boolean
  /** A file that was read recently; undefined if it must be read. */
  findInMemory: (path: string, coding: Encoding) => Variant | undefined
  /** Null if there is no such file. */
  find: (path: string, coding: Encoding) => Promise<Variant | null>
}

/**
 * Answers a request to a direct call; returns null for all other requests.
 * @throws HttpError `method_not_allowed`
 */
export type AnswerDirectly = (request: ParsedRequest) => Promise<AnswerKind> | null

/** The dependencies of the request handler. Development and tests replace some of them. */
export type Parts = {
  siteUrl: string
  hosts: HostRules
  development: boolean
  headers: Record<string, string>
  files: Map<string, Representation>
  cache: PageCache
  database: Pick<Monitor, 'isUp' | 'onDown'>
  metrics: Metrics
  log: Logger
  routes: SiteRoutes
  calls: CallTable
  uploads: readonly UploadRule[]
  renderPage: (
    path: string,
    query: string,
    page: PageContext,
    styles: Styles,
    only?: Encoding,
  ) => Promise<RenderedPage>
  /**
   * Looks up what a path shows before the page is rendered, with one SQL statement at most. Requests with
   * guessed tokens or guessed paths of letters therefore cost no rendering.
   * @param query the part of the query that the page depends on, with its question mark; empty if there is none
   */
  lookUp: (path: string, query: string) => Promise<LookupResult>
  /**
   * The target of a tracked link, by its path; null if there is none.
   * @param isOpened false for HEAD requests and prefetches, which are not counted
   */
  followLink: (path: string, isOpened: boolean) => Promise<string | null>
  /**
   * The redirect of a path without a page; null if there is none.
   * @param search the query of the request, which the location keeps
   */
  findRedirect: (
    path: string,
    search: string,
  ) => Promise<{ status: 301 | 302; location: string } | null>
  /** Called for each request that found no page. */
  onMissingPage: (path: string) => void
  findMedia: (path: string) => Promise<Representation | null>
  /** A picture that is in memory; undefined if it must be looked up with `findMedia`. */
  findMediaInMemory: (path: string) => Representation | undefined
  api: (request: Request) => Promise<Response>
  answerDirectly: AnswerDirectly
  /** Counts the event of a call's result in the visit of the requesting browser. The caller does not wait. */
  countEvent: (req: IncomingMessage, event: string) => void
  /** The staff member whose session a request has; null if none. */
  findStaff: (headers: Headers) => Promise<StaffPerson | null>
  /** The session token of staff or a member in a Cookie header; null if there is none that this site signed. */
  signedTokenOf: (cookie: string) => SignedToken | null
  /** The member whose session cookie a request has; null if none. */
  findMember: (headers: Headers) => Promise<SignedInMember | null>
  /** Whether there is any staff account. */
  hasStaff: () => Promise<boolean>
  admin: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  /** Paths of the features' views of the admin, without `/cms`. */
  adminViews: ReadonlySet<string>
  /** The files that Next has built; null in development, where Next serves them. */
  adminFiles: AdminFiles | null
  /** Limits how many pages of the admin are rendered at a time. */
  adminQueue: ConcurrencyLimiter
  /** The error page. It is rendered in advance, so it needs no database. */
  failurePage: (status: 500 | 503) => Representation
  /** Forwards a request to Vite in development; null in production. */
  passThrough: ((req: IncomingMessage, res: ServerResponse) => void) | null
  isDraining: () => boolean
  /** Units of work per second that one client may cause beyond cached responses; 0 for no limit. */
  clientBudget: number
}

/** The data of a request that a page gets in addition to its path. */
export type PageContext = Viewer & {
  /** Whether the page may show the secret kitchens. */
  secretKitchens: boolean
  /** The path of the public page that the 404 page suggests first; null on other pages. */
  nearest: string | null
  /** The signed-in member, on members' pages only. */
  member: SignedInMember | null
  /** The email address of a form that the browser has just sent, on private pages only. */
  sentTo: string | null
}

/** A parsed request. */
export type ParsedRequest = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  method: string
  kind: HostKind
  /** Decoded, without the query. */
  pathname: string
  /** The raw query with its question mark; empty if there is none. */
  search: string
  redirect: (status: 301 | 302 | 308, location: string) => AnswerKind
  /**
   * Charges the client for work in addition to `costs.request`.
   * @throws HttpError `too_many_requests`
   */
  charge: (cost: number) => Promise<void>
  /** Ends the request's turn (see `createTurns`) before its response is sent, which may take long. */
  endTurn: () => void
}
