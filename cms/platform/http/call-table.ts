import type { Endpoint } from 'payload'
import type { Call } from './call.ts'
import { secretRoot } from './rules.ts'

/** Finds the calls of the API by method and path, before Payload routes the request. */
export type CallTable = {
  /** The call at a path below `/api`; null if there is none. */
  find: (method: string, pathname: string) => Call | null
  /** The methods that a path below `/api` allows; empty if it has neither a call nor a fixed endpoint. */
  methodsAt: (pathname: string) => string[]
  /**
   * The API path of the call whose `pagePath` matches a path outside `/api`; null if there is none. Cookies are
   * removed from requests to a `pagePath`, so the cross-site check does not apply to these requests.
   */
  findApiPath: (method: string, pathname: string) => string | null
  /** Patterns of all paths with a `:token`. The token must not be logged. */
  tokenPaths: RegExp[]
}

/** The method, and the path below `/api`, of an endpoint of Payload. */
type FixedEndpoint = Pick<Endpoint, 'method' | 'path'>
type WithEndpoints = { slug: string; endpoints: readonly FixedEndpoint[] | false }

/**
 * The endpoints of collections and globals, such as `/users/login`, without those that have a parameter in their path.
 * `/users/:id` would also match `/users/login`.
 */
export function fixedEndpoints(config: {
  collections: readonly WithEndpoints[]
  globals: readonly WithEndpoints[]
}): FixedEndpoint[] {
  const endpointsBelow = (root: string, { slug, endpoints }: WithEndpoints) =>
    (endpoints || [])
      .filter(({ path }) => !path.includes(':'))
      .map(({ method, path }) => ({ method, path: root + slug + (path === '/' ? '' : path) }))
  return [
    ...config.collections.flatMap((each) => endpointsBelow('/', each)),
    ...config.globals.flatMap((each) => endpointsBelow('/globals/', each)),
  ]
}

type Entry = { methods: readonly string[]; pattern: RegExp; call: Call }

const apiPath = (path: string) => `/api${path}`

/** A path with `:name` segments as a pattern; a parameter is 1 to 100 letters, digits, `-` or `_`. */
const patternOf = (path: string, flags = ''): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '([\\w-]{1,100})')}$`, flags)

/** The parameters of a call's path, by name. The case of the rest of the path is ignored. */
export function paramsOf(path: string, pathname: string): Record<string, string> {
  const given = pathname.split('/')
  const named = apiPath(path)
    .split('/')
    .flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), given[index] ?? '']] : []))
  return Object.fromEntries(named)
}

const methodsOf = (method: Endpoint['method']): string[] =>
  method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]

/**
 * @param tokenPaths further paths with a `:token`, outside the API
 * @param endpoints endpoints that are not among the calls
 */
export function createCallTable(
  calls: readonly Call[],
  tokenPaths: readonly string[] = [],
  endpoints: readonly FixedEndpoint[] = [],
): CallTable {
  const fixed = new Map<string, Entry[]>()
  const patterns: Entry[] = []
  const pages: Entry[] = []
  for (const call of calls) {
    const methods = methodsOf(call.method)
    const path = apiPath(call.path)
    // Payload ignores the case of the paths of calls.
    const entry = { methods, pattern: patternOf(path, 'i'), call }
    const key = path.toLowerCase()
    if (path.includes(':')) patterns.push(entry)
    else fixed.set(key, [...(fixed.get(key) ?? []), entry])
    if (call.pagePath) pages.push({ methods, pattern: patternOf(call.pagePath), call })
  }
  const ofEndpoints = new Map<string, string[]>()
  for (const { method, path } of endpoints) {
    const key = apiPath(path).toLowerCase()
    ofEndpoints.set(key, [...(ofEndpoints.get(key) ?? []), ...methodsOf(method)])
  }
  const matches = (method: string, path: string) => (each: Entry) =>
    each.methods.includes(method) && each.pattern.test(path)
  const withToken = [
    ...calls.flatMap(({ path, pagePath, onSecretHost }) => [
      apiPath(path),
      ...(pagePath ? [pagePath] : []),
      ...(onSecretHost ? [secretRoot + apiPath(path)] : []),
    ]),
    ...tokenPaths,
  ].filter((path) => path.includes('/:token'))
  return {
    find: (method, pathname) =>
      (fixed.get(pathname.toLowerCase()) ?? []).find(({ methods }) => methods.includes(method))
        ?.call ??
      patterns.find(matches(method, pathname))?.call ??
      null,
    methodsAt: (pathname) => {
      const ofCalls = [
        ...(fixed.get(pathname.toLowerCase()) ?? []),
        ...patterns.filter(({ pattern }) => pattern.test(pathname)),
      ].flatMap(({ methods }) => methods)
      return [...new Set([...ofCalls, ...(ofEndpoints.get(pathname.toLowerCase()) ?? [])])]
    },
    findApiPath: (method, pathname) => {
      const page = pages.find(matches(method, pathname))
      if (!page) return null
      const [, ...parameters] = page.pattern.exec(pathname) ?? []
      return apiPath(page.call.path).replace(/:\w+/g, () => parameters.shift() ?? '')
    },
    tokenPaths: withToken.map(
      (path) =>
        new RegExp(`^(${path.slice(0, path.indexOf(':token')).replaceAll('/', '/+')}).+`, 'is'),
    ),
  }
}
