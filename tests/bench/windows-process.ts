import { once } from 'node:events'
import { connect } from 'node:net'

// Usage: `node windows-process.ts PORT COUNT`. Keeps COUNT windows of a site open, each with its own client address.
// Sends `opened` to the parent when all are connected; then, for each nudge, the time at which the last window got it.
const [port, count] = process.argv.slice(2).map(Number) as [number, number]
const windowsAtOnce = 50
/** How many windows got the first nudge, the second one … */
const reached: number[] = []

async function openWindow(n: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const address = `198.18.${n >> 8}.${n & 255}`
  socket.write(
    `GET /api/nudge/live HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
  )
  const [head] = await once(socket, 'data')
  if (!String(head).startsWith('HTTP/1.1 200')) throw new Error(String(head))
  let nudges = 0
  socket.on('data', (part: Buffer) => {
    if (!part.includes('event: nudge')) return
    const nth = nudges++
    reached[nth] = (reached[nth] ?? 0) + 1
    if (reached[nth] === count) process.send?.(Date.now())
  })
  socket.on('close', () => {
    throw new Error('A window was closed.')
  })
}

let next = 0
const openNext = async () => {
  while (next < count) await openWindow(next++)
}
await Promise.all(Array.from({ length: windowsAtOnce }, openNext))
process.send?.('opened')
process.on('disconnect', () => process.exit())
