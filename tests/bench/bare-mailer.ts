import { createTransport } from 'nodemailer'
import { letterHtml } from './letter.ts'

// node bare-mailer.ts URL COUNT CONNECTIONS: sends so many mails, and prints how many ms that took.
const [url = '', count = '0', connections = '1'] = process.argv.slice(2)
const transport = createTransport(url, {})
const pooled = createTransport({
  ...transport.options,
  pool: true,
  maxConnections: Number(connections),
})
const send = (n: number) =>
  pooled.sendMail({
    from: 'hello@venue.example',
    to: { name: `Reader ${n}`, address: `bare${n}@venue.example` },
    subject: `Letter ${n}`,
    html: letterHtml.replaceAll('{reader}', String(n)),
    text: 'Hello',
  })

await send(0)
const startedAt = performance.now()
await Promise.all([...Array(Number(count)).keys()].map((n) => send(n + 1)))
console.log(performance.now() - startedAt)
pooled.close()
