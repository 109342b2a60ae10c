import { decodeAttestationObject } from '@simplewebauthn/server/helpers'

/**
 * Whether a registration has no attestation, or only a self attestation. Other attestations are refused,
 * because they were not requested, and SimpleWebAuthn would fetch URLs from their certificates.
 * @param encoded the attestation object, in base64url
 */
export function isUnattested(encoded: string): boolean {
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(encoded, 'base64url')))
    const format = decoded.get('fmt')
    return format === 'none' || (format === 'packed' && !decoded.get('attStmt').get('x5c'))
  } catch {
    return false
  }
}
