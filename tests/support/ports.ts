import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

// These ports are below the range that the system uses for outgoing connections.
const firstPort = 11_000
const portCount = 20_000
const reservations = path.join(tmpdir(), 'test-ports')
const ownReservations: string[] = []
process.once('exit', () => {
  for (const file of ownReservations) rmSync(file, { force: true })
})

/** Reserves a free port. No other process of any test run gets it until this process exits. */
export async function nextPort(): Promise<number> {
  mkdirSync(reservations, { recursive: true })
  for (let attempt = 0; attempt < portCount; attempt++) {
    const port = firstPort + Math.floor(Math.random() * portCount)
    if (reserve(port) && (await isFree(port))) return port
  }
  throw new Error(
    `No port is free. Processes that were killed may have left files in ${reservations}.`,
  )
}

function reserve(port: number): boolean {
  const file = path.join(reservations, String(port))
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    ownReservations.push(file)
    return true
  } catch {
    return false
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
