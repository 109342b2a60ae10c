import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'

// Usage: `node bare-mailer.ts URL COUNT CONNECTIONS FILE`. Sends the mail in the JSON file COUNT times, and prints the
// duration in ms.
const [url = '', count = '0', connections = '1', file = ''] = process.argv.slice(2)
const mail = JSON.parse(readFileSync(file, 'utf8')) as Record<'subject' | 'html' | 'text', string>
const transport = createTransport(url, {})
const pooled = createTransport({
  ...transport.options,
  pool: true,
  maxConnections: Number(connections),
})
const send = (n: number) =>
  pooled.sendMail({
    ...mail,
    from: 'hello@venue.example',
    to: { name: `Reader ${n}`, address: `bare${n}@venue.example` },
  })

await send(0)
const startedAt = performance.now()
await Promise.all([...Array(Number(count)).keys()].map((n) => send(n + 1)))
console.log(performance.now() - startedAt)
pooled.close()
