import { decodeAttestationObject } from '@simplewebauthn/server/helpers'

/**
 * Whether a registration carries no more than was asked for: no attestation, or the passkey's own
 * signature. Certificates nobody asked for are not looked at: they name addresses, which the library
 * would fetch.
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
