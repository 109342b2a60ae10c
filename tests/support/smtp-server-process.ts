import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** Commands to this process. The parent sends a command only when it has the reply to the previous one. */
export type Command =
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'received' }
  | { type: 'countReceived' }
  | { type: 'sourceOf'; address: string }
  | { type: 'forget' }
  | { type: 'answerAfter'; ms: number }
  | { type: 'holdAfter'; count: number }

/**
 * An accepted message. It is recorded before the client gets the reply. `source` is empty except for the
 * first messages.
 */
export type ReceivedMail = {
  to: string[]
  from: string
  at: number
  messageId: string
  source: string
}

// The local part of the recipient's address determines the reply.
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
/** How many entries of `received` have a source. */
const maxSources = 50
/** Once this many addresses have a stored source, no further sources are stored. */
const maxAddresses = 2000

let received: ReceivedMail[] = []
const sources = new Map<string, string>()
let replyDelayMs = 0
/** After this many messages, the replies to further messages wait. */
let maxReplies = Number.POSITIVE_INFINITY
const held: (() => void)[] = []
let server: SMTPServer | null = null
let port = 0
const recipients = ({ envelope }: SMTPServerSession) =>
  envelope.rcptTo.map(({ address }) => address)

/**
 * Starts the SMTP server. It has its own process, so that it keeps counting when a test kills the server
 * that sends the mails.
 */
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
        const source = received.length < maxSources ? message : ''
        if (to[0] && sources.size < maxAddresses) sources.set(to[0], message)
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        received.push({ to, from, at: Date.now(), messageId, source })
        if (received.length > maxReplies) held.push(() => done())
        else if (replyDelayMs) setTimeout(done, replyDelayMs)
        else done()
      })
    },
  })
  // A killed client closes its connection without QUIT.
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

/** Behaves like a server that is switched off: closes open connections. */
function close(): Promise<void> {
  const running = server
  server = null
  if (!running) return Promise.resolve()
  for (const connection of running.connections) connection._socket.destroy()
  return new Promise((resolve) => running.close(() => resolve()))
}

async function run(command: Command): Promise<unknown> {
  switch (command.type) {
    case 'open':
      return open()
    case 'close':
      return close()
    case 'received':
      return received
    case 'countReceived':
      return received.length
    case 'sourceOf':
      return sources.get(command.address) ?? ''
    case 'forget':
      received = []
      sources.clear()
      return null
    case 'answerAfter':
      replyDelayMs = command.ms
      return null
    case 'holdAfter': {
      maxReplies = command.count
      const released = held.splice(0, Math.max(0, command.count - received.length + held.length))
      for (const reply of released) reply()
      return null
    }
  }
}

process.on('message', (command: Command) => {
  void run(command).then((answer) => process.send?.({ answer: answer ?? null }))
})
process.on('disconnect', () => process.exit())
