import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'

type NextApp = ReturnType<typeof import('next')['default']>
let running: NextApp | undefined

/**
 * Loads Next with Payload's admin. Called when the admin is first opened: most processes never need it.
 * @returns the handler of everything under /cms and /_next
 */
export async function startAdmin({ development }: { development: boolean }) {
  const { default: next } = await import('next')
  const app = next({ dev: development, dir: path.resolve('cms/platform/admin'), quiet: true })
  await app.prepare()
  running = app
  const handle = app.getRequestHandler()
  return async (req: IncomingMessage, res: ServerResponse) => {
    await handle(req, res)
  }
}

/** Passes a socket to Next's hot reload, which is used only in development. */
export async function forwardAdminUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
  if (running) await running.getUpgradeHandler()(req, socket, head)
  else socket.destroy()
}
