import { beerStyles, dateTimePaths, type Room, roomPath, rooms } from '../venue/rules.ts'

const roomPages = Object.fromEntries(rooms.map((room) => [roomPath(room), room])) as {
  [Each in Room as `/${Each}`]: Each
}

/** Public pages with a fixed address, each with the page key of its content records. */
export const publicPages = {
  '/': 'home',
  ...roomPages,
  '/privacy': 'privacy',
  '/branding': 'branding',
  '/secretkitchens': 'secretkitchens',
  '/offline': 'offline',
} as const
export type PageKey =
  | (typeof publicPages)[keyof typeof publicPages]
  | 'date-time'
  | (typeof memberPages)[keyof typeof memberPages]['page']
  | 'subscribe'
  | 'unsubscribe'
  | 'letter'
  | 'not-found'
  | 'error'

/** What is no page but is made like one: from the venue's records, cached until they change. */
const documents = new Set(['/sitemap.xml', '/robots.txt', '/manifest.webmanifest'])

const privatePages = [
  /^\/admin\/first(\/[\w-]+)?$/,
  /^\/common-room\/sign-in$/,
  /^\/subscribe(\/confirm\/[^/]+)?$/,
  /^\/unsubscribe(\/[^/]+)?$/,
]

const profile = { page: 'profile', path: '/common-room/member/profile' } as const
/**
 * Pages for members alone, each with the key of its content records and the path it is made at; one
 * has two addresses (spec section 2).
 */
export const memberPages = {
  '/common-room/main': { page: 'common-room-main', path: '/common-room/main' },
  '/common-room/member': { page: 'member', path: '/common-room/member' },
  '/common-room/member/profile': profile,
  '/profile': profile,
} as const
const letterPage = /^\/letters\/[a-z0-9-]{1,100}$/

/** Query parameters that a page's content depends on, with their values; all others are ignored. */
export const pageQueries: Record<string, Record<string, readonly string[]>> = {
  '/beer': { style: beerStyles },
}

/** First segments whose paths are lower case (spec section 2, global behaviours). */
const lowerCaseSegments = new Set([
  ...Object.keys(publicPages).map((path) => path.slice(1)),
  'profile',
  'check-in',
  'calendar',
  'manage-event',
  'unsubscribe',
  'common-good',
  'book',
  'admin',
  'cms',
  'notifications',
  'secretkitchenadmin',
])

/** The lower-case spelling of a path under a known first segment, or null where nothing changes. */
export function lowerCasePath(path: string): string | null {
  const lower = path.toLowerCase()
  if (lower === path) return null
  const [first = ''] = lower.slice(1).split('/')
  // What follows /manage-event is a token: its letters count.
  if (first === 'manage-event') {
    const spelled = path.replace(/^\/[^/]*/, '/manage-event')
    return spelled === path ? null : spelled
  }
  return lowerCaseSegments.has(first) ? lower : null
}

export type Resolved =
  | { kind: 'page'; path: string; page: PageKey }
  | { kind: 'document'; path: string }
  /** Made for one person: never cached, and gets the whole query. */
  | { kind: 'private'; path: string }
  /** Made for the member who asks, and for nobody else. */
  | { kind: 'member'; path: string }
  | { kind: 'redirect'; to: string }
  | { kind: 'missing'; nearest: string }

/**
 * What stands at a path.
 * @param path decoded path, without query
 * @param productName names the page of the venue's clock
 */
export function resolvePage(path: string, productName: string): Resolved {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  if (bare !== path) return { kind: 'redirect', to: bare }
  const page = publicPages[path as keyof typeof publicPages]
  if (page) return { kind: 'page', path, page }
  if (letterPage.test(path)) return { kind: 'page', path, page: 'letter' }
  if (documents.has(path)) return { kind: 'document', path }
  if (privatePages.some((pattern) => pattern.test(path))) return { kind: 'private', path }
  const forMembers = Object.hasOwn(memberPages, path)
    ? memberPages[path as keyof typeof memberPages]
    : undefined
  if (forMembers) return { kind: 'member', path: forMembers.path }
  const clock = dateTimePaths(productName)
  if (path === clock.path) return { kind: 'page', path: '/date-time', page: 'date-time' }
  if (clock.aliases.includes(path)) return { kind: 'redirect', to: clock.path }
  return { kind: 'missing', nearest: nearestPath(path, clock.path) }
}

/** The public page whose address is most like the one asked for, the home page where none is. */
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

// Levenshtein's, over short strings.
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

const pageNames: Record<string, string> = {
  'common-room': 'The Common Room',
  'common-room-main': 'Inside the Common Room',
  member: 'My Home',
  'date-time': 'Clock',
  'not-found': 'Page not found',
  error: 'Error page',
  global: 'Every page',
  secretkitchens: 'Secret kitchens',
}

/** What a page is called among staff, by its key. */
export const pageName = (page: string): string =>
  pageNames[page] ?? `${page.slice(0, 1).toUpperCase()}${page.slice(1)}`
