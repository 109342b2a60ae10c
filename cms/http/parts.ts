import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Monitor } from '../database/monitor.ts'
import type { SignedIn } from '../members/access/contract.ts'
import type { StaffPerson } from '../staff/contract.ts'
import type { Encoding } from './encoding.ts'
import type { HostKind, HostRules } from './hosts.ts'
import type { Metrics, Route } from './metrics.ts'
import type { PageCache, RenderedPage } from './page-cache.ts'
import type { Representation } from './representation.ts'
import type { Viewer } from './viewer.ts'

/** What the handler puts requests to; each part can be another one in development and in tests. */
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
  productName: () => Promise<string>
  renderPage: (
    path: string,
    query: string,
    page: PageContext,
    only?: Encoding,
  ) => Promise<RenderedPage>
  /** Where a link in a letter leads, by its path; null where there is none. */
  followLink: (path: string, isOpened: boolean) => Promise<string | null>
  findMedia: (path: string) => Promise<Representation | null>
  api: (request: Request) => Promise<Response>
  /** Who on the staff sent a request with these headers, if anyone. */
  findStaff: (headers: Headers) => Promise<StaffPerson | null>
  /** Which member sent a request with these headers, by the cookie alone, if any. */
  findMember: (headers: Headers) => Promise<SignedIn | null>
  /** Whether anyone can sign in to the admin yet. */
  hasStaff: () => Promise<boolean>
  admin: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  /** The page that says an unexpected error happened; made beforehand, it needs no database. */
  failurePage: (status: 500 | 503) => Representation
  /** Pages that Vite serves in development; null where files come from memory. */
  passThrough: ((req: IncomingMessage, res: ServerResponse) => void) | null
  isDraining: () => boolean
}

/** What a page may know of the request beyond its path. */
export type PageContext = Viewer & {
  secretKitchens: boolean
  nearest: string | null
  /** Who is signed in, on pages that are for members alone. */
  member: SignedIn | null
}

/** One request on its way to what answers it. */
export type Call = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  method: string
  kind: HostKind
  /** Decoded, without the query. */
  pathname: string
  /** The query as it was sent, with its question mark, or nothing. */
  search: string
  redirect: (status: 301 | 302 | 308, location: string) => Route
}
