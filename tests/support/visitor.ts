import type { Reply, RequestOptions } from './request.ts'
import type { Server } from './server.ts'

type To = Pick<Server, 'send'>

let serial = 0
/**
 * A client address in its own /16 network (15,000 different ones), so that rate limits count it
 * separately.
 */
export const ownClient = (): string =>
  `${20 + (++serial % 60)}.${Math.floor(serial / 60) % 250}.${Math.floor(serial / 15_000) % 250}.1`

/** A browser as the server sees it: stores cookies and sends JSON calls like the site's pages. */
export type Visitor = {
  cookies: Map<string, string>
  /** The access token it sends, where it has one. */
  token: string | null
  /** Each with its own client address, unless the headers name one. */
  call: (path: string, body?: unknown, asked?: RequestOptions & { to?: To }) => Promise<Reply>
  get: (path: string, asked?: RequestOptions & { to?: To }) => Promise<Reply>
  /** Another tab: the same cookies now, none that come later. */
  copy: () => Visitor
}

/** @param client its address */
export function visitorOf(
  server: To,
  cookies = new Map<string, string>(),
  client = ownClient(),
): Visitor {
  const ask = async (path: string, asked: RequestOptions & { to?: To }): Promise<Reply> => {
    const { to = server, headers, ...rest } = asked
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
    call: (path, body = {}, asked = {}) =>
      ask(path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...asked,
        headers: { 'content-type': 'application/json', ...asked.headers },
      }),
    get: (path, asked = {}) => ask(path, asked),
    copy: () => {
      const other = visitorOf(server, new Map(visitor.cookies))
      other.token = visitor.token
      return other
    },
  }
  return visitor
}
