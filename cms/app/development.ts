import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { dev } from 'astro'
import { forwardAdminUpgrade, startAdmin } from '../platform/admin/start.ts'
import { localsHeader } from '../platform/http/pages/locals-header.ts'
import { startApplication } from './application.ts'
import { runUntilStopped } from './lifecycle.ts'

/** A TCP port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * Runs the program in development: one server on one origin as in production, with the development
 * servers of Astro and Next behind it. A change under cms/ or collections/ restarts the process (see `dev.ts`).
 */
async function main(): Promise<void> {
  const port = await freePort()
  const astro = await dev({
    root: process.cwd(),
    logLevel: 'warn',
    server: { port, host: '127.0.0.1' },
    // Vite must accept the forwarded requests, whose headers name the host and port of the application's server.
    vite: { server: { cors: false, allowedHosts: true } },
  })
  // Vite's handler would exit before the application has stopped.
  process.removeAllListeners('SIGTERM')
  await runUntilStopped(async () => {
    const application = await startApplication({
      development: true,
      files: async () => new Map(),
      render: (request, locals) => {
        const { pathname, search } = new URL(request.url)
        return fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
          headers: { accept: 'text/html', ...localsHeader.write(locals) },
        })
      },
      pagePolicy: () => null,
      sheetUses: new Map(),
      admin: () => startAdmin({ development: true }),
      passThrough: (req, res) => forward(port, req, res),
    })
    application.server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (req.url?.startsWith('/_next')) void forwardAdminUpgrade(req, socket, head)
      else forwardUpgrade(port, req, socket, head)
    })
    const stop = async () => {
      application.server.closeAllConnections()
      await application.stop()
      await astro.stop()
    }
    return { ...application, stop }
  })
}

function forward(port: number, { method, url, headers }: IncomingMessage, res: ServerResponse) {
  const upstream = http.request(
    { port, host: '127.0.0.1', method, path: url, headers },
    (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    },
  )
  upstream.once('error', () => res.writeHead(502).end())
  upstream.end()
}

// Forwards the WebSocket of Vite's hot reload.
function forwardUpgrade(port: number, req: IncomingMessage, socket: Duplex, head: Buffer) {
  const upstream = connect(port, '127.0.0.1', () => {
    const lines = [`${req.method} ${req.url} HTTP/1.1`]
    for (let i = 0; i < req.rawHeaders.length; i += 2) {
      lines.push(`${req.rawHeaders[i]}: ${req.rawHeaders[i + 1]}`)
    }
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    socket.pipe(upstream).pipe(socket)
  })
  upstream.on('error', () => socket.destroy())
  socket.on('error', () => upstream.destroy())
}

await main()
