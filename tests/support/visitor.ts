import type { Reply, RequestOptions } from './request.ts'
import type { Server } from './server.ts'

type Target = Pick<Server, 'send'>

// The first numbers of /8 networks of armed forces. They contain no data centres. Analytics counts requests from data
// centres as bots.
const firstNumbers = [6, 7, 11, 21, 22, 25, 26, 28, 29, 30, 33, 55, 214, 215]
let serial = 0
/** A client address in its own /16 network (3,500 different ones), so that rate limits count it separately. */
export function newClientAddress(): string {
  const first = firstNumbers[++serial % firstNumbers.length]
  const rest = Math.floor(serial / firstNumbers.length)
  return `${first}.${rest % 250}.${Math.floor(rest / 250) % 250}.1`
}

/** A browser as the server sees it: stores cookies and sends JSON calls like the site's pages. */
export type Visitor = {
  cookies: Map<string, string>
  /** The access token that the browser sends, if it has one. */
  token: string | null
  /** Sends a call from the visitor's client address, unless the headers set another one. */
  call: (path: string, body?: unknown, options?: RequestOptions & { to?: Target }) => Promise<Reply>
  get: (path: string, options?: RequestOptions & { to?: Target }) => Promise<Reply>
  /** A copy with the current cookies and token, and another client address. Later changes are not shared. */
  copy: () => Visitor
}

/** @param client the client address of all requests */
export function visitorOf(
  server: Target,
  cookies = new Map<string, string>(),
  client = newClientAddress(),
): Visitor {
  const send = async (path: string, options: RequestOptions & { to?: Target }): Promise<Reply> => {
    const { to = server, headers, ...rest } = options
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await to.send(path, {
      ...rest,
      headers: {
        'x-forwarded-for': client,
        ...(cookie && { cookie }),
        ...(visitor.token && { authorization: `Bearer ${visitor.token}` }),
        ...headers,
      },
    })
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) visitor.cookies.set(name, value)
      else visitor.cookies.delete(name)
    }
    return response
  }
  const visitor: Visitor = {
    cookies,
    token: null,
    call: (path, body = {}, options = {}) =>
      send(path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...options,
        headers: { 'content-type': 'application/json', ...options.headers },
      }),
    get: (path, options = {}) => send(path, options),
    copy: () => {
      const other = visitorOf(server, new Map(visitor.cookies))
      other.token = visitor.token
      return other
    },
  }
  return visitor
}
