import { createServer } from 'node:net'

// Below those that the system gives to outgoing connections, and apart from those of other workers.
const firstPort = 11_000
const portsEach = 50
const workers = 400
let serial = 0

/** A port that no other process of the run takes, and nobody listens on. */
export async function nextPort(): Promise<number> {
  const own = firstPort + (process.pid % workers) * portsEach
  for (let tried = 0; tried < portsEach; tried++) {
    const port = own + (serial++ % portsEach)
    if (await isFree(port)) return port
  }
  throw new Error(`Every port from ${own} to ${own + portsEach - 1} is taken.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
