import { LRUCache } from 'lru-cache'
import webPush from 'web-push'
import type { VapidDetails } from './contract.ts'

/** RFC 8292, section 2, allows at most 24 hours. */
const validSeconds = 12 * 60 * 60
/** A signed header is reused until half of its lifetime has passed. */
const reuseMs = (validSeconds / 2) * 1000

// Subscriptions can name any host, so the number of headers is limited.
const headerCache = new LRUCache<string, { text: string; until: number }>({ max: 500 })

/**
 * The Authorization header for messages to a push service. Signing costs more than encrypting a message, so
 * the header is kept for each push service.
 * @param origin of the push service
 */
export function authorizationFor(
  { subject, publicKey, privateKey }: VapidDetails,
  origin: string,
): string {
  const now = Date.now()
  const key = `${origin} ${publicKey} ${subject}`
  const known = headerCache.get(key)
  if (known && known.until > now && known.until <= now + reuseMs) return known.text
  const expires = Math.floor(now / 1000) + validSeconds
  const { Authorization: text } = webPush.getVapidHeaders(
    origin,
    subject,
    publicKey,
    privateKey,
    'aes128gcm',
    expires,
  )
  headerCache.set(key, { text, until: now + reuseMs })
  return text
}
