/** Limits of one installation. */
export const maxRedirects = 5000
export const maxMissingPaths = 1000
/** In characters. */
export const maxPathLength = 200
export const maxTargetLength = 500

export const matchKinds = ['exact', 'prefix'] as const
export type MatchKind = (typeof matchKinds)[number]
export const redirectStatuses = ['301', '302'] as const
export type RedirectStatus = (typeof redirectStatuses)[number]

/**
 * A redirect from a path of the site. `exact` matches the path itself; `prefix` also matches the paths
 * below it, and appends the rest of the requested path to the target.
 */
export type Redirect = { from: string; to: string; match: MatchKind; status: RedirectStatus }

/** Why a redirect is refused, as messages for staff. */
export const redirectProblems = {
  invalid_from: 'The old path begins with / and has no ? or #, for example /old-menu.',
  reserved: 'Paths of the program itself, such as /cms and /api, can’t be redirected.',
  home: 'The home page can’t be redirected.',
  invalid_to: 'The target is a path such as /cafe, or an address that begins with https://.',
  loop: 'This redirect would lead back to itself.',
  exists: 'There is a page at this path. A redirect is only used where there is none.',
  duplicate: 'There is a redirect from this path already.',
  repeated: 'An earlier line of the file has the same old path.',
  invalid_match: 'The match is exact or prefix.',
  invalid_status: 'The status is 301 or 302.',
  too_many: `There can be at most ${maxRedirects.toLocaleString('en')} redirects.`,
} as const

const reserved = /^\/(api|cms|admin|media|_astro|_next|go|healthz|readyz|\.well-known)(\/|$)/i

/**
 * A path as redirects store it: decoded, without a slash at the end.
 * @returns null if it is not a path of the site, or longer than `maxPathLength`
 */
export function parsePath(typed: string): string | null {
  const text = typed.trim()
  if (!/^\/(?![/\\])[^?#\\\p{Cc}]*$/u.test(text)) return null
  try {
    const path =
      decodeURIComponent(text)
        .normalize('NFC')
        .replace(/(?<!\/)\/+$/, '') || '/'
    const isPlain = path.length <= maxPathLength && !/[?#\\\p{Cc}]|\/\//u.test(path)
    return isPlain && !hasDots(path) ? path : null
  } catch {
    return null
  }
}

// Browsers resolve the segments `.` and `../..`, so they would request another path.
const hasDots = (path: string): boolean => /(^|\/)\.\.?(\/|$)/.test(path)

/**
 * A target: a path of the site, with query and fragment if wanted, or an https URL.
 * @param siteUrl the origin of this site; a URL with this origin becomes a path
 * @returns null if it is neither, or longer than `maxTargetLength`
 */
export function parseTarget(typed: string, siteUrl = ''): string | null {
  const text = typed.trim()
  if (text.length > maxTargetLength || /[\s\\\p{Cc}]/u.test(text)) return null
  if (text.startsWith('/')) return pathOf(text) === null ? null : text
  const url = URL.parse(text)
  if (!url || url.username || url.password) return null
  const { origin, pathname, search, hash } = url
  if (origin === siteUrl) return parseTarget(pathname + search + hash)
  return url.protocol === 'https:' && /^https:\/\//i.test(text) ? url.href : null
}

/** The path of the page to which a target leads; null for other sites, files and paths of the program. */
export function pageOfTarget(to: string): string | null {
  const path = pathOf(to)
  return path === null || reserved.test(path) || /\.\w+$/.test(path) ? null : path
}

/**
 * A Location with the query of the request. Parameters of the target stay, and hide parameters of the request with the
 * same name. The other parameters are kept as they were sent.
 * @param location a path of the site or a URL
 * @param search begins with `?`, or is empty
 */
export function withQuery(location: string, search: string): string {
  const [, address = '', own = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(location) ?? []
  const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0]
  const ownPairs = pairsOf(own)
  const ownNames = new Set(ownPairs.map(nameOf))
  const others = pairsOf(search).filter((pair) => !ownNames.has(nameOf(pair)))
  const query = [...ownPairs, ...others].join('&')
  return `${address}${query && `?${query}`}${hash}`
}

const pairsOf = (search: string): string[] => search.replace(/^\?/, '').split('&').filter(Boolean)

/** The first problem of one redirect, without comparing it to others; null if there is none. */
export function findProblem({ from, to, match }: Redirect): keyof typeof redirectProblems | null {
  if (parsePath(from) !== from) return 'invalid_from'
  if (from === '/') return 'home'
  if (reserved.test(from)) return 'reserved'
  if (parseTarget(to) !== to) return 'invalid_to'
  const target = pathOf(to)
  const leadsBack = target === from || (match === 'prefix' && isBelow(target, from))
  return leadsBack ? 'loop' : null
}

/** Redirects, arranged for lookups by old path and by target. */
export type RedirectTable = {
  exact: ReadonlyMap<string, Redirect>
  prefixes: ReadonlyMap<string, Redirect>
  byTarget: ReadonlyMap<string, readonly Redirect[]>
}

/** @param redirects with different old paths */
export function createTable(redirects: readonly Redirect[]): RedirectTable {
  const entries = (match: MatchKind) =>
    redirects.filter((each) => each.match === match).map((each) => [each.from, each] as const)
  const byTarget = new Map<string, Redirect[]>()
  for (const each of redirects) {
    const target = pathOf(each.to)
    if (target === null) continue
    const known = byTarget.get(target)
    if (known) known.push(each)
    else byTarget.set(target, [each])
  }
  return { exact: new Map(entries('exact')), prefixes: new Map(entries('prefix')), byTarget }
}

/**
 * Checks whether a redirect would form a chain or a loop with another one.
 * @param others all other redirects
 * @returns the reason, in the words that staff read; null if there is none
 */
export function chainProblem(redirect: Redirect, others: RedirectTable): string | null {
  const next = findNext(redirect, others)
  if (next) {
    return findNext(next, createTable([redirect]))
      ? `${next.from} leads back to ${redirect.from}: the two would form a loop.`
      : `${next.from} is redirected to ${next.to} itself. Choose ${endOf(next, others)} as the target.`
  }
  const previous = findPrevious(redirect, others)
  return previous
    ? `${previous.from} leads to ${previous.to}, which this would redirect again. Change ${previous.from} first.`
    : null
}

// The target after all following redirects. Stops at a loop, which the rows of an imported file may form.
function endOf(redirect: Redirect, table: RedirectTable): string {
  const passed = new Set<Redirect>()
  let last = redirect
  for (;;) {
    passed.add(last)
    const next = findNext(last, table)
    if (!next || passed.has(next)) return last.to
    last = next
  }
}

// A redirect that applies to the target of `redirect`. If `redirect` matches a prefix, a redirect from a
// path below the target counts, too.
function findNext({ to, match }: Redirect, table: RedirectTable): Redirect | undefined {
  const target = pathOf(to)
  if (target === null) return undefined
  if (match === 'exact') return lookUp(table, target)
  const below = (each: Redirect) => each.from === target || isBelow(each.from, target)
  return (
    lookUp(table, target) ??
    firstOf(table.exact.values(), below) ??
    firstOf(table.prefixes.values(), below)
  )
}

// A redirect that leads to a path which `redirect` would redirect again.
function findPrevious({ from, match }: Redirect, table: RedirectTable): Redirect | undefined {
  const [direct] = table.byTarget.get(from) ?? []
  if (direct) return direct
  for (const folder of foldersOf(from)) {
    const prefix = table.byTarget.get(folder)?.find((each) => each.match === 'prefix')
    if (prefix) return prefix
  }
  if (match === 'exact') return undefined
  return firstOf(table.byTarget, ([target]) => isBelow(target, from))?.[1][0]
}

function firstOf<Item>(items: Iterable<Item>, fits: (item: Item) => boolean): Item | undefined {
  for (const item of items) if (fits(item)) return item
  return undefined
}

const isBelow = (path: string | null, folder: string): boolean =>
  path?.startsWith(folder === '/' ? '/' : `${folder}/`) ?? false

// The path of a target on this site; null for another site.
const pathOf = (to: string): string | null =>
  to.startsWith('/') ? parsePath(to.split(/[?#]/, 1)[0] ?? '') : null

// The exact redirect of a path, else the redirect with the longest matching prefix.
function lookUp({ exact, prefixes }: RedirectTable, path: string): Redirect | undefined {
  const known = exact.get(path)
  if (known) return known
  for (const folder of [path, ...foldersOf(path)]) {
    const prefix = prefixes.get(folder)
    if (prefix) return prefix
  }
  return undefined
}

// The folders that contain a path, the innermost first: `/a/b`, `/a` and `/` for `/a/b/c`.
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(1, -1)
  return parts.map((_, index) => `/${parts.slice(0, parts.length - index).join('/')}`).concat('/')
}

/**
 * Finds the redirect of a path: the exact one, else the one with the longest matching prefix.
 * @param path decoded, without query
 * @returns status and the Location header; null if there is none
 */
export function findRedirect(
  table: RedirectTable,
  path: string,
): { status: 301 | 302; location: string } | null {
  const known = lookUp(table, path)
  if (!known) return null
  const { from, match, status, to } = known
  const rest = path.slice(from.length)
  // Browsers would resolve the dots and leave the target's folder.
  if (hasDots(rest)) return null
  const location = match === 'exact' ? encodeTarget(to) : append(to, rest)
  return { status: status === '301' ? 301 : 302, location }
}

const base = 'https://site.invalid'

function encodeTarget(to: string): string {
  const url = new URL(to, base)
  // Browsers interpret the text after two leading slashes as a host.
  return url.origin === base ? url.href.slice(base.length).replace(/^\/+/, '/') : url.href
}

// `rest` is empty or begins with a slash. It is encoded, so that no part of it becomes a query. Repeated
// slashes become one, so that no part of it becomes a host if the target is `/`.
function append(to: string, rest: string): string {
  const url = new URL(to, base)
  const encoded = rest
    .replace(/\/{2,}/g, '/')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
  url.pathname = url.pathname.replace(/\/$/, '') + encoded
  return encodeTarget(url.href)
}

const probes =
  /\.(php\d?|aspx?|jsp|cgi|env|git|sql|bak|ini|ya?ml|log)(\/|$)|\/(wp-|\.|cgi-bin|vendor\/)/i

// A token of a link is long, and has digits and letters. Whoever reads the list must not get it.
const hasToken = (path: string): boolean =>
  path.split(/\W/).some((word) => word.length >= 14 && /\d/.test(word) && /[a-z]/i.test(word))

/** Whether a missing path is counted. Paths that only scanners request, and links with a token, are not. */
export const isCounted = (path: string): boolean =>
  path.length <= maxPathLength && parsePath(path) === path && !probes.test(path) && !hasToken(path)
