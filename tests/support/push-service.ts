import { createECDH, type ECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { decryptPush, type VapidClaims, verifyVapid } from './push-decryption.ts'

/** A subscription as `PushSubscription.toJSON()` returns it. */
export type LocalSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A message that the push service accepted. */
export type ReceivedPush = {
  endpoint: string
  payload: string
  ttl: number
  urgency: string
  topic: string | null
  vapid: VapidClaims
  /** When the message was accepted, in ms. */
  at: number
}

/**
 * `never` sends no reply and keeps the connection open. `close` closes the connection without a reply.
 * `close once` does so for one message only.
 */
export type PushReply =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'never'
  | 'close'
  | 'close once'

/**
 * A push service on this machine (RFC 8030). It checks each request's signature (RFC 8292), decrypts each
 * message (RFC 8291) and refuses requests that violate these standards.
 */
export type PushService = {
  origin: string
  /** Subscribes a new device. @param applicationServerKey the only key whose messages it accepts */
  subscribe: (applicationServerKey?: string) => LocalSubscription
  /** The messages accepted since the start or the last `forget`; with an endpoint, only those to its device. */
  received: (endpoint?: string) => ReceivedPush[]
  /** The number of requests since the start or the last `forget`, including refused ones. */
  countRequests: () => number
  /** Why requests were refused. */
  problems: () => string[]
  forget: () => void
  /** Sets the reply to valid messages for one device, or for all. Null for 201. */
  replyWith: (reply: PushReply | null, endpoint?: string) => void
  /** Sets the function that is called with each message that a device gets; null for none. */
  onMessage: (listener: ((push: ReceivedPush) => void) | null) => void
  /** Delays each reply. */
  replyAfter: (ms: number) => void
  stop: () => Promise<void>
}

class Refusal extends Error {
  status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
type Device = { keys: ECDH; auth: Buffer; applicationServerKey: string | undefined }

const maxBodyBytes = 4096
const urgencies = ['very-low', 'low', 'normal', 'high']

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Device>()
  const replies = new Map<string, PushReply>()
  const sockets = new Set<Socket>()
  let received: ReceivedPush[] = []
  let problems: string[] = []
  let requests = 0
  let delayMs = 0
  let listener: ((push: ReceivedPush) => void) | null = null
  let origin = ''

  const accept = async (request: IncomingMessage): Promise<ReceivedPush> => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    const header = (name: string) => String(request.headers[name] ?? '')
    const endpoint = `${origin}${request.url}`
    const device = devices.get(endpoint)
    if (request.method !== 'POST') throw new Refusal(405, 'The method is not POST.')
    if (!device) throw new Refusal(404, 'There is no such subscription.')
    if (!/^\d+$/.test(header('ttl'))) throw new Refusal(400, 'TTL is missing.')
    const urgency = header('urgency') || 'normal'
    if (!urgencies.includes(urgency)) throw new Refusal(400, 'Urgency is not valid.')
    const topic = request.headers.topic === undefined ? null : header('topic')
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic))
      throw new Refusal(400, 'Topic is not valid.')
    if (header('content-encoding') !== 'aes128gcm')
      throw new Refusal(415, 'The message is not encrypted.')
    if (body.length > maxBodyBytes) throw new Refusal(413, 'The message is too large.')
    const vapid = refuseOnError(403, () => verifyVapid(header('authorization'), origin, new Date()))
    if (device.applicationServerKey && device.applicationServerKey !== vapid.publicKey) {
      throw new Refusal(403, 'The subscription belongs to another key.')
    }
    const payload = refuseOnError(400, () => decryptPush(body, device.keys, device.auth))
    return { endpoint, payload, ttl: Number(header('ttl')), urgency, topic, vapid, at: Date.now() }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    requests++
    try {
      const push = await accept(request)
      const reply = replies.get(push.endpoint) ?? replies.get('')
      if (reply === 'never') return
      if (reply === 'close once') replies.clear()
      if (reply === 'close' || reply === 'close once') return void request.socket.destroy()
      if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (reply) return void response.writeHead(reply.status, reply.headers).end(reply.body)
      received.push(push)
      listener?.(push)
      response.writeHead(201, { location: `${origin}/message/${requests}`, ttl: push.ttl }).end()
    } catch (error) {
      problems.push((error as Error).message)
      response.writeHead(error instanceof Refusal ? error.status : 400).end()
    }
  }

  const server = createServer((request, response) => void handle(request, response))
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    subscribe: (applicationServerKey) => {
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys('base64url')
      const auth = randomBytes(16)
      const endpoint = `${origin}/push/${randomBytes(24).toString('base64url')}`
      devices.set(endpoint, { keys, auth, applicationServerKey })
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    received: (endpoint) => received.filter((push) => !endpoint || push.endpoint === endpoint),
    countRequests: () => requests,
    problems: () => problems,
    forget: () => {
      received = []
      problems = []
      requests = 0
    },
    replyWith: (reply, endpoint = '') => {
      if (reply === null) replies.delete(endpoint)
      else replies.set(endpoint, reply)
    },
    onMessage: (next) => {
      listener = next
    },
    replyAfter: (ms) => {
      delayMs = ms
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function refuseOnError<T>(status: number, check: () => T): T {
  try {
    return check()
  } catch (error) {
    throw new Refusal(status, (error as Error).message)
  }
}
