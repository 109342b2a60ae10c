import { createHmac, timingSafeEqual } from 'node:crypto'

/** A call as it came in: its three headers, empty where one is missing, and its very bytes. */
export type SignedCall = { id: string; timestamp: string; signatures: string; body: Buffer }

const toleranceMs = 5 * 60_000

/**
 * Whether a call is signed as Standard Webhooks says it, with our key and not long ago. A sender that
 * changes keys signs twice.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function isSigned(
  { id, timestamp, signatures, body }: SignedCall,
  key: Buffer,
  now: Date,
): boolean {
  if (!id || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > toleranceMs) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice('v1,'.length), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}
