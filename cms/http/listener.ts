import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { limitTime } from './body-time.ts'
import { apiPolicy } from './security-headers.ts'

const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const headWithinMs = 60_000
const bodyWithinMs = 60_000
// The longest time that `giveTime` may grant.
const longestMs = 60 * 60_000

/**
 * Creates the HTTP server. Replaces the responses that Node generates by itself, which lack our headers.
 * A request must arrive within a minute.
 * @param headers headers of every response
 * @param upgrades whether WebSocket upgrades are allowed; only development uses them
 */
export function createListener(
  handle: RequestListener,
  headers: Record<string, string>,
  upgrades: boolean,
): Server {
  const own = {
    ...headers,
    'content-security-policy': apiPolicy,
    'cache-control': 'no-store',
    'content-type': 'application/json',
    connection: 'close',
  }
  const body = JSON.stringify({ error: 'bad_request', message: 'This request can’t be read.' })
  const guarded: RequestListener = (req, res) => {
    // RFC 9112, section 3.2: HTTP/1.1 requires a Host header.
    if (req.headers.host === undefined && req.httpVersion === '1.1') {
      res.writeHead(400, own).end(body)
    } else {
      limitTime(req, bodyWithinMs, () => server.emit('clientError', tookTooLong(), req.socket))
      handle(req, res)
    }
  }
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: headWithinMs,
      requestTimeout: longestMs,
      requireHostHeader: false,
      shouldUpgradeCallback: () => upgrades,
    },
    guarded,
  )
  // Expectations other than 100-continue are ignored.
  server.on('checkExpectation', guarded)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { _httpMessage: begun } = socket as Socket & { _httpMessage?: { headersSent: boolean } }
    if (socket.writable && !begun?.headersSent) {
      const status = statusOf[error.code ?? ''] ?? 400
      const lines = Object.entries({ ...own, 'content-length': Buffer.byteLength(body) })
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`)
    }
    socket.destroy()
  })
  return server
}

const tookTooLong = () =>
  Object.assign(new Error('The request did not come in time.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  })
