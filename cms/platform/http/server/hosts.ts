import type { IncomingMessage } from 'node:http'
import { secretRoot } from '../rules.ts'

/** The kind of host that a request names. */
export type HostKind =
  /** The configured host. */
  | 'site'
  /** The configured host with `www.`: redirected to the bare host. */
  | 'www'
  /** The authorised host of the secret kitchens. */
  | 'secret'
  /** A configured preview host, or a local name if the site itself is local: shows everything. */
  | 'preview'
  /** Not configured: treated as `site`, and never repeated in a response. */
  | 'unknown'

export type HostRules = { siteUrl: string; secretHost: string | undefined; previewHosts: string[] }

const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The kind of host that a Host header names.
 * @param header the header as sent, `host[:port]`. A dot at the end of the name is ignored: it is the same host
 */
export function hostKind(header: string | undefined, rules: HostRules): HostKind {
  const host = header?.trim().toLowerCase() ?? ''
  const name = host.replace(/:\d+$/, '').replace(/\.$/, '')
  const port = /:\d+$/.exec(host)?.[0] ?? ''
  const site = new URL(rules.siteUrl)
  const matches = (configured: string) => name + port === configured || name === configured
  if (rules.secretHost && matches(rules.secretHost)) return 'secret'
  if (rules.previewHosts.some(matches)) return 'preview'
  // On a public site a local name is not a preview host, because any client can send one.
  if (localNames.has(name) && localNames.has(site.hostname)) return 'preview'
  if (matches(site.host)) return 'site'
  if (matches(`www.${site.host}`) || matches(`www.${site.hostname}`)) return 'www'
  return 'unknown'
}

/** Whether the secret kitchens may be shown on a host of this kind. Source: spec section 2. */
export const showsSecretKitchens = (kind: HostKind): boolean =>
  kind === 'secret' || kind === 'preview'

/** The origin of the secret kitchens' host; null if none is configured. Its port is the site's, unless it names one. */
export function secretOriginOf(siteUrl: string, secretHost: string | undefined): string | null {
  if (!secretHost) return null
  const { protocol, port } = new URL(siteUrl)
  const suffix = port && !/:\d+$/.test(secretHost) ? `:${port}` : ''
  return new URL(`${protocol}//${secretHost}${suffix}`).origin
}

const isAtRoot = /^\/secretkitchens(\/|$)/i

/** Whether a path is that of the secret kitchens, or below it. */
export const isSecretPath = (path: string): boolean => isAtRoot.test(path)

/**
 * Whether the host of the secret kitchens has something at a path. Every other path is redirected (spec section 2). The
 * exceptions are no pages: files whose names are hashes of their content, which the pages show, and the rules for
 * crawlers, which are read at this path only (RFC 9309).
 */
export const isOnSecretHost = (path: string): boolean =>
  isAtRoot.test(path) || path === '/robots.txt' || /^\/(_astro|media)\/./.test(path)

/**
 * Whether a path belongs to the admin of the secret kitchens: its address of spec section 2, its view, or a call of it. It
 * is on the main host only, and on preview hosts, which have everything.
 */
export const isSecretAdminPath = (path: string): boolean =>
  /^\/(secretkitchenadmin|(cms|admin)\/secret-kitchens|api\/secret-kitchen-list)(\/|$)/i.test(path)

/** Whether a host of this kind serves a file of the build. */
export const servesFile = (kind: HostKind, path: string): boolean =>
  kind === 'secret'
    ? path.startsWith('/_astro/') || path.startsWith(`${secretRoot}/`)
    : showsSecretKitchens(kind) || !path.startsWith(`${secretRoot}/`)

/**
 * The header that tells endpoints that a request came to the host of the secret kitchens. The server sets it, and removes
 * it from what a client sends.
 */
export const secretHostHeader = 'x-common-room-secret-host'

/** Whether a request came to the host of the secret kitchens. Sessions and passkeys of the two hosts are kept apart. */
export const cameToSecretHost = ({ headers }: { headers: Headers }): boolean =>
  headers.has(secretHostHeader)

const kinds = new WeakMap<IncomingMessage, HostKind>()

/** Notes the kind of host that a request names, for `webHeaders`. */
export const noteHostKind = (req: IncomingMessage, kind: HostKind): void =>
  void kinds.set(req, kind)

export const notedHostKind = (req: IncomingMessage): HostKind | undefined => kinds.get(req)
