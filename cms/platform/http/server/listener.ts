import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { limitTime } from '../body/body-time.ts'
import { apiPolicy } from './security-headers.ts'

const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const headWithinMs = 60_000
const bodyWithinMs = 20_000
// The longest time that `extendTimeLimit` may grant.
const maxMs = 60 * 60_000

/** How long a client may continue to send a request and to wait for its response after the program begins to stop. */
const drainMs = { sending: 2000, answering: 6000 }
const idleCheckMs = 50
/** Requests that clients sent before they noticed the stop arrive within this time. */
const lastRequestMs = 300

export type Listener = {
  server: Server
  /**
   * Accepts no new connections, answers the received requests, and closes each connection after its
   * response. Idle connections are closed after 300 ms. Requests that are not complete after two seconds are
   * aborted.
   * @returns resolves when all connections are closed, after six seconds at the latest
   */
  drain: (within?: typeof drainMs) => Promise<void>
}

/**
 * Creates the HTTP server. Replaces the responses that Node generates by itself, which lack our headers.
 * The head of a request must arrive within a minute, and its body within another twenty seconds.
 * @param headers headers of every response
 * @param upgrades whether WebSocket upgrades are allowed; only development uses them
 */
export function createListener(
  handle: RequestListener,
  headers: Record<string, string>,
  upgrades: boolean,
): Listener {
  const ownHeaders = {
    ...headers,
    'content-security-policy': apiPolicy,
    'cache-control': 'no-store',
    'content-type': 'application/json',
    connection: 'close',
  }
  const body = JSON.stringify({ error: 'bad_request', message: 'This request can’t be read.' })
  const handleChecked: RequestListener = (req, res) => {
    sockets.set(req.socket, req)
    // RFC 9112, section 3.2: HTTP/1.1 requires one Host header.
    const hosts = countHosts(req.rawHeaders)
    if (hosts > 1 || (hosts === 0 && req.httpVersion === '1.1')) {
      res.writeHead(400, ownHeaders).end(body)
    } else {
      limitTime(req, bodyWithinMs, () => abort(req.socket))
      handle(req, res)
    }
  }
  // Each connection with its last request; null before its first request.
  const sockets = new Map<Socket, IncomingMessage | null>()
  let isDraining = false
  class Response extends ServerResponse {
    override writeHead(...head: unknown[]): this {
      if (isDraining) this.shouldKeepAlive = false
      return super.writeHead(...(head as [number]))
    }
  }
  const server = createServer(
    {
      ServerResponse: Response,
      keepAliveTimeout: 65_000,
      headersTimeout: headWithinMs,
      requestTimeout: maxMs,
      requireHostHeader: false,
      shouldUpgradeCallback: () => upgrades,
    },
    handleChecked,
  )
  // Values of the Expect header other than `100-continue` are ignored.
  server.on('checkExpectation', handleChecked)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse }
    if (socket.writable && !response?.headersSent) {
      const status = statusOf[error.code ?? ''] ?? 400
      const lines = Object.entries({ ...ownHeaders, 'content-length': Buffer.byteLength(body) })
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`)
    }
    socket.destroy()
  })
  server.on('connection', (socket) => {
    sockets.set(socket, null)
    socket.once('close', () => sockets.delete(socket))
  })
  const abort = (socket: Socket) => server.emit('clientError', requestTimeout(), socket)

  const drain = async (within = drainMs) => {
    isDraining = true
    // `http.Server.close` would also close idle connections, and lose requests that are on their way.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve())
    })
    const timers = [
      setTimeout(() => {
        server.closeIdleConnections()
        // Closes connections whose response began before the drain and so has no `connection: close`.
        timers.push(setInterval(() => server.closeIdleConnections(), idleCheckMs))
      }, lastRequestMs),
      setTimeout(() => {
        for (const [socket, req] of sockets) if (!req?.complete) abort(socket)
      }, within.sending),
      setTimeout(() => server.closeAllConnections(), within.answering),
    ]
    await closed
    for (const timer of timers) clearTimeout(timer)
    // Stops the check of time limits; there is nothing left to close.
    server.close()
  }
  return { server, drain }
}

function countHosts(rawHeaders: string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

const requestTimeout = () =>
  Object.assign(new Error('The request did not come in time.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  })
