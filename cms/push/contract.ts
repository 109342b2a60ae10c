import { z } from 'zod'
import { isAuthSecret, isPublicKey } from './key-pair.ts'

/** A browser's subscription at its push service, as `PushSubscription.toJSON()` returns it. */
export const subscriptionSchema = z.object({
  /** Also has to pass `parseEndpoint` of `endpoint.ts`, which knows the environment. */
  endpoint: z.string().max(2000),
  keys: z.object({
    p256dh: z.string().max(100).refine(isPublicKey, 'must be a point on the curve P-256'),
    auth: z.string().max(50).refine(isAuthSecret, 'must have 16 bytes in base64url'),
  }),
})
export type Subscription = z.output<typeof subscriptionSchema>

/** RFC 8030, 5.3. */
export type Urgency = 'very-low' | 'low' | 'normal' | 'high'

/** One message to one device. */
export type PushRequest = {
  subscription: Subscription
  /** At most `maxPayloadBytes`; see `composePayload` of `rules.ts`. */
  payload: string
  /** How long the push service keeps the message for a device that is offline. */
  ttlSeconds: number
  urgency: Urgency
  /** Replaces a waiting message with the same topic: at most 32 characters of base64url. */
  topic?: string
}

/** What became of a message. */
export type PushResult =
  | { kind: 'accepted' }
  /** The subscription no longer exists. */
  | { kind: 'gone' }
  | { kind: 'too_large' }
  /**
   * The push service is unavailable. `afterMs` is its Retry-After; null if it gave none, see `retryDelayMs`.
   * `mayHaveArrived` is true if the whole request was sent and no reply came, so a repeated message may be
   * the second one: its topic and tag replace the first.
   */
  | { kind: 'later'; afterMs: number | null; mayHaveArrived: boolean }
  /** Never succeeds. `status` is null if the endpoint or the message was refused before anything was sent. */
  | { kind: 'refused'; status: number | null }

/** A VAPID key pair (RFC 8292), base64url. */
export type KeyPair = { publicKey: string; privateKey: string }
/** The key pair with the operator's contact, a `mailto:` or `https:` address. */
export type VapidDetails = KeyPair & { subject: string }
