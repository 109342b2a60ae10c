import webPush from 'web-push'
import { createPublicLookup } from './addresses.ts'
import { authorizationFor } from './authorization.ts'
import {
  type PushRequest,
  type PushResult,
  subscriptionSchema,
  type VapidDetails,
} from './contract.ts'
import { parseEndpoint } from './endpoint.ts'
import { post } from './post.ts'
import { resultOf } from './reply.ts'
import { byteLength, maxPayloadBytes } from './rules.ts'

const timeoutMs = 10_000
const publicLookup = createPublicLookup()

type Options = {
  vapid: VapidDetails
  /** See `parseEndpoint`. */
  localServices: readonly string[]
  lookup?: ReturnType<typeof createPublicLookup>
  timeoutMs?: number
}

/** Encrypts a message (RFC 8291), signs the request (RFC 8292) and sends it (RFC 8030). Does not throw. */
export async function deliver(request: PushRequest, options: Options): Promise<PushResult> {
  const { subscription, payload, ttlSeconds, urgency, topic } = request
  const { vapid, localServices } = options
  const url = parseEndpoint(subscription.endpoint, localServices)
  if (!url || !subscriptionSchema.safeParse(subscription).success) {
    return { kind: 'refused', status: null }
  }
  if (byteLength(payload) > maxPayloadBytes) return { kind: 'too_large' }
  const { p256dh, auth } = subscription.keys
  const reply = await post(url, {
    headers: {
      Authorization: authorizationFor(vapid, url.origin),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(Math.max(0, Math.floor(ttlSeconds))),
      Urgency: urgency,
      ...(topic === undefined ? {} : { Topic: topic }),
    },
    body: webPush.encrypt(p256dh, auth, payload, 'aes128gcm').cipherText,
    lookup: localServices.includes(url.origin) ? undefined : (options.lookup ?? publicLookup),
    timeoutMs: options.timeoutMs ?? timeoutMs,
  })
  if (reply.kind === 'answered') return resultOf(reply, new Date())
  if (reply.kind === 'private') return { kind: 'refused', status: null }
  return { kind: 'later', afterMs: null, isAnswered: false }
}
