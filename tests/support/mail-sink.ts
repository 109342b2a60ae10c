import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** What the process that counts is asked, one after the other. */
export type Asked =
  | { ask: 'open' }
  | { ask: 'close' }
  | { ask: 'received' }
  | { ask: 'forget' }
  | { ask: 'answerAfter'; ms: number }

/** A message that was accepted, noted before the client hears of it; its source only of the first. */
export type Received = { to: string[]; from: string; at: number; messageId: string; source: string }

// Whoever tests chooses the answer by the address.
const refusals: Record<string, { code: number; at: 'recipient' | 'message'; why?: string }> = {
  nobody: { code: 550, at: 'recipient', why: '5.1.1 No such user here' },
  'over-quota': { code: 552, at: 'recipient', why: '5.2.2 Mailbox full' },
  blocked: { code: 550, at: 'recipient', why: '5.7.1 Not from you' },
  full: { code: 452, at: 'recipient' },
  spam: { code: 554, at: 'message' },
  later: { code: 451, at: 'message' },
}
const refusalOf = (address: string, at: string) => {
  const refusal = refusals[address.split('@')[0] ?? '']
  if (refusal?.at !== at) return null
  return Object.assign(new Error(refusal.why ?? 'No.'), { responseCode: refusal.code })
}
const keptSources = 50

let received: Received[] = []
let answerAfterMs = 0
let server: SMTPServer | null = null
let port = 0
const recipients = ({ envelope }: SMTPServerSession) =>
  envelope.rcptTo.map(({ address }) => address)

/** A mail server in a process of its own: it outlives those that are killed, and counts. */
function open(): Promise<number> {
  if (server) return Promise.resolve(port)
  const fresh = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _, done) => done(refusalOf(address, 'recipient')),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.once('end', () => {
        const to = recipients(session)
        const refusal = refusalOf(to[0] ?? '', 'message')
        if (refusal) return done(refusal)
        const message = Buffer.concat(parts).toString()
        const [, messageId = ''] = /^Message-ID: (.*)\r$/m.exec(message) ?? []
        const source = received.length < keptSources ? message : ''
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        received.push({ to, from, at: Date.now(), messageId, source })
        if (answerAfterMs) setTimeout(done, answerAfterMs)
        else done()
      })
    },
  })
  // Who is killed says no goodbye.
  fresh.on('error', () => {})
  server = fresh
  return new Promise((resolve, reject) => {
    fresh.server.once('error', reject)
    fresh.listen(port, '127.0.0.1', () => {
      const address = fresh.server.address()
      port = typeof address === 'object' && address ? address.port : 0
      resolve(port)
    })
  })
}

/** As a server that is switched off: what is connected is cut. */
function close(): Promise<void> {
  const open = server
  server = null
  if (!open) return Promise.resolve()
  for (const connection of open.connections) connection._socket.destroy()
  return new Promise((resolve) => open.close(() => resolve()))
}

async function answerTo(asked: Asked): Promise<unknown> {
  switch (asked.ask) {
    case 'open':
      return open()
    case 'close':
      return close()
    case 'received':
      return received
    case 'forget':
      received = []
      return null
    case 'answerAfter':
      answerAfterMs = asked.ms
      return null
  }
}

process.on('message', (asked: Asked) => {
  void answerTo(asked).then((answer) => process.send?.({ answer: answer ?? null }))
})
process.on('disconnect', () => process.exit())
