import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature headers of a request, empty if missing. */
export type SignatureHeaders = { id: string; timestamp: string; signatures: string }
/** The signature headers and the raw body of a request. */
export type SignedRequest = SignatureHeaders & { body: Buffer }

const toleranceMs = 5 * 60_000

/** Whether the headers allow a valid signature. If they do not, the body need not be read. */
export const canBeSigned = ({ id, timestamp, signatures }: SignatureHeaders, now: Date): boolean =>
  id !== '' &&
  signatures !== '' &&
  /^\d{1,12}$/.test(timestamp) &&
  Math.abs(now.getTime() - Number(timestamp) * 1000) <= toleranceMs

/**
 * Whether a request is signed with `key` as the Standard Webhooks specification says, and its timestamp differs from
 * `now` by at most five minutes. A sender that is changing its key sends a signature for each key; one valid signature
 * is enough.
 *
 * The package `standardwebhooks` was rejected: it decodes the body as text before it verifies the bytes,
 * and it accepts malformed timestamps.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function isSigned(request: SignedRequest, key: Buffer, now: Date): boolean {
  if (!canBeSigned(request, now)) return false
  const { id, timestamp, signatures, body } = request
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice('v1,'.length), 'base64'))
    .some((each) => each.length === expected.length && timingSafeEqual(each, expected))
}
