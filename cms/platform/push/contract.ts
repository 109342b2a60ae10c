import { z } from 'zod'
import { isAuthSecret, isPublicKey, type KeyPair } from './key-pair.ts'

/**
 * A browser's subscription at its push service, as `PushSubscription.toJSON()` returns it. Before it is stored,
 * its endpoint is checked and normalised by `parseEndpoint`.
 */
export const subscriptionSchema = z.object({
  endpoint: z.string().max(2000, 'The endpoint is too long.'),
  /** The device's public key and authentication secret, base64url (RFC 8291). */
  keys: z.object({
    p256dh: z.string().refine(isPublicKey, 'The key is not valid.'),
    auth: z.string().refine(isAuthSecret, 'The secret is not valid.'),
  }),
})
export type Subscription = z.output<typeof subscriptionSchema>

/** RFC 8030, 5.3. */
export type Urgency = 'very-low' | 'low' | 'normal' | 'high'

/** One message to one device. */
export type PushRequest = {
  subscription: Subscription
  /** See `composePayload`. */
  payload: string
  /** How long the push service keeps the message for a device that is offline. */
  ttlSeconds: number
  urgency: Urgency
  /** The message replaces a waiting message with the same topic. At most 32 characters of base64url. */
  topic?: string
}

/** The result of sending a message. */
export type PushResult =
  | { kind: 'accepted' }
  /** The subscription no longer exists. */
  | { kind: 'gone' }
  | { kind: 'too_large' }
  /**
   * The push service is unavailable. `afterMs` is its Retry-After; null if it gave none, see `retryDelayMs`.
   * `isAnswered` is false if the service was not reached or gave no reply. Even so, the service may have the message. A
   * message that is sent again has the same topic and tag, so it replaces the first one.
   */
  | { kind: 'later'; afterMs: number | null; isAnswered: boolean }
  /** The message would be refused again. `status` is null if this program refused the subscription and sent nothing. */
  | { kind: 'refused'; status: number | null }

/** The key pair, and how a push service reaches the operator: a `mailto:` or `https:` URL. */
export type VapidDetails = KeyPair & { subject: string }
