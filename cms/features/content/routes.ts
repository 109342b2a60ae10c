import {
  documents,
  lowerCaseSegments,
  memberPages,
  pageNames,
  privatePages,
  publicPages,
  publicPatterns,
} from '../pages.ts'
import { dateTimePaths } from '../venue/rules.ts'

const lowerCase = new Set([
  ...Object.keys(publicPages).map((path) => path.slice(1)),
  ...lowerCaseSegments,
])

/**
 * The lower-case spelling of a path (spec section 2, global behaviours). Null if the path has this spelling
 * already, or if the first segment is not in `lowerCase`.
 * @param productName part of the path of the date and time page. Without it, this path is not known
 */
export function lowerCasePath(path: string, productName?: string): string | null {
  const lower = path.toLowerCase()
  if (lower === path) return null
  const [first = ''] = lower.slice(1).split('/')
  // The segment after /manage-event is a token. Tokens are case-sensitive.
  if (first === 'manage-event') {
    const spelled = path.replace(/^\/[^/]*/, '/manage-event')
    return spelled === path ? null : spelled
  }
  // So are those after the second segment of the secret kitchens.
  if (first === 'secretkitchens') {
    const spelled = path.replace(/^\/[^/]*(\/[^/]*)?/, (start) => start.toLowerCase())
    return spelled === path ? null : spelled
  }
  // So is the one after /check-in/door.
  if (lower.startsWith('/check-in/door/')) {
    const spelled = path.replace(/^\/[^/]*\/[^/]*/, '/check-in/door')
    return spelled === path ? null : spelled
  }
  const isKnown = lowerCase.has(first) || (productName && isDateTime(path, productName))
  return isKnown ? lower : null
}

export type Resolved =
  /** `isVariable`: the path matches one of `publicPatterns`, so there can be any number of such pages. */
  | { kind: 'page'; path: string; page: string; isVariable?: boolean }
  | { kind: 'document'; path: string }
  /** Rendered for one visitor, with the whole query of the URL, and never cached. */
  | { kind: 'private'; path: string }
  /** Rendered for the member who requests it; with `isOpen`, also for visitors. */
  | { kind: 'member'; path: string; isOpen?: boolean }
  | { kind: 'redirect'; to: string }
  | { kind: 'missing'; nearest: string }

/**
 * What a path leads to.
 * @param path decoded path, without query
 * @param productName part of the path of the date and time page
 */
export const resolvePage = (path: string, productName: string): Resolved =>
  findPage(path, productName) ?? {
    kind: 'missing',
    nearest: nearestPath(path, dateTimePaths(productName).path),
  }

/** Like `resolvePage`, but null if the path leads to nothing. */
export function findPage(
  path: string,
  productName: string,
): Exclude<Resolved, { kind: 'missing' }> | null {
  const trimmed = path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') || '/' : path
  if (trimmed !== path) return { kind: 'redirect', to: trimmed }
  const page = publicPages[path as keyof typeof publicPages]
  if (page) return { kind: 'page', path, page }
  if (documents.includes(path)) return { kind: 'document', path }
  if (privatePages.some((pattern) => pattern.test(path))) return { kind: 'private', path }
  const variable = publicPatterns.find((pattern) => pattern.path.test(path))
  if (variable) return { kind: 'page', path, page: variable.page, isVariable: true }
  if (Object.hasOwn(memberPages, path)) {
    const page = memberPages[path as keyof typeof memberPages]
    return { kind: 'member', path: page.path, ...('isOpen' in page && { isOpen: true }) }
  }
  const { path: dateTime } = dateTimePaths(productName)
  if (path === dateTime) return { kind: 'page', path: '/date-time', page: 'date-time' }
  return isDateTime(path, productName) ? { kind: 'redirect', to: dateTime } : null
}

/** Whether a path, in any spelling, is that of the date and time page or one of its aliases. */
function isDateTime(path: string, productName: string): boolean {
  const dateTime = dateTimePaths(productName)
  return [dateTime.path, ...dateTime.aliases].includes(path.toLowerCase())
}

/** The public page with the most similar path; the home page if none is similar. */
function nearestPath(path: string, dateTimePath: string): string {
  const wanted = path.toLowerCase().slice(1, 60)
  let best = { path: '/', distance: Math.max(3, Math.ceil(wanted.length / 2)) }
  for (const candidate of [...Object.keys(publicPages), dateTimePath]) {
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

/** The name of a page for staff. @param page the key of the page */
export const pageName = (page: string): string =>
  pageNames[page] ?? `${page.slice(0, 1).toUpperCase()}${page.slice(1)}`
