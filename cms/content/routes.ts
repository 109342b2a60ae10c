import {
  documents,
  lowerCaseSegments,
  memberPages,
  pageNames,
  privatePages,
  publicPages,
  publicPatterns,
} from '../features-pages.ts'
import { dateTimePaths } from '../venue/rules.ts'

const lowerCase = new Set([
  ...Object.keys(publicPages).map((path) => path.slice(1)),
  ...lowerCaseSegments,
])

/**
 * The lower-case spelling of a path whose first segment is lower case (spec section 2, global
 * behaviours); null if it is spelled like that already.
 */
export function lowerCasePath(path: string): string | null {
  const lower = path.toLowerCase()
  if (lower === path) return null
  const [first = ''] = lower.slice(1).split('/')
  // A token follows /manage-event, and its case matters.
  if (first === 'manage-event') {
    const spelled = path.replace(/^\/[^/]*/, '/manage-event')
    return spelled === path ? null : spelled
  }
  return lowerCase.has(first) ? lower : null
}

export type Resolved =
  | { kind: 'page'; path: string; page: string }
  | { kind: 'document'; path: string }
  /** Rendered for one visitor with the whole query, never cached. */
  | { kind: 'private'; path: string }
  /** Rendered for the member who requests it. */
  | { kind: 'member'; path: string }
  | { kind: 'redirect'; to: string }
  | { kind: 'missing'; nearest: string }

/**
 * What a path leads to.
 * @param path decoded path, without query
 * @param productName names the page of the venue's clock
 */
export function resolvePage(path: string, productName: string): Resolved {
  const bare = path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') || '/' : path
  if (bare !== path) return { kind: 'redirect', to: bare }
  const page = publicPages[path as keyof typeof publicPages]
  if (page) return { kind: 'page', path, page }
  const variable = publicPatterns.find((pattern) => pattern.path.test(path))
  if (variable) return { kind: 'page', path, page: variable.page }
  if (documents.includes(path)) return { kind: 'document', path }
  if (privatePages.some((pattern) => pattern.test(path))) return { kind: 'private', path }
  if (Object.hasOwn(memberPages, path)) {
    return { kind: 'member', path: memberPages[path as keyof typeof memberPages].path }
  }
  const clock = dateTimePaths(productName)
  if (path === clock.path) return { kind: 'page', path: '/date-time', page: 'date-time' }
  if (clock.aliases.includes(path)) return { kind: 'redirect', to: clock.path }
  return { kind: 'missing', nearest: nearestPath(path, clock.path) }
}

/** The public page with the most similar path; the home page if none is similar. */
function nearestPath(path: string, clockPath: string): string {
  const wanted = path.toLowerCase().slice(1, 60)
  let best = { path: '/', distance: Math.max(3, Math.ceil(wanted.length / 2)) }
  for (const candidate of [...Object.keys(publicPages), clockPath]) {
    if (candidate === '/' || candidate === '/offline' || candidate === '/secretkitchens') continue
    const name = candidate.slice(1)
    const distance = wanted.split('/').includes(name) ? 0 : editDistance(wanted, name)
    if (distance < best.distance) best = { path: candidate, distance }
  }
  return best.path
}

// Levenshtein distance.
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution)
    }
    previous = row
  }
  return previous[b.length] ?? 0
}

/** The name of a page for staff, by its key. */
export const pageName = (page: string): string =>
  pageNames[page] ?? `${page.slice(0, 1).toUpperCase()}${page.slice(1)}`
