import { createECDH, ECDH, generateKeyPairSync } from 'node:crypto'

/** A VAPID key pair (RFC 8292), base64url. */
export type KeyPair = { publicKey: string; privateKey: string }

const curve = 'prime256v1'

const bytesOf = (text: string): Buffer =>
  /^[\w-]{1,100}$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0)

/** Whether a text is a point on the curve P-256, 65 bytes uncompressed, in base64url. */
export function isPublicKey(text: string): boolean {
  const bytes = bytesOf(text)
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, curve)
    return true
  } catch {
    return false
  }
}

/** Whether a text is the authentication secret of a subscription, 16 bytes in base64url (RFC 8291, 3.2). */
export const isAuthSecret = (text: string): boolean => bytesOf(text).length === 16

/** Whether both keys are valid and belong together. */
export function isKeyPair({ publicKey, privateKey }: KeyPair): boolean {
  const bytes = bytesOf(privateKey)
  if (bytes.length !== 32 || !isPublicKey(publicKey)) return false
  const pair = createECDH(curve)
  try {
    pair.setPrivateKey(bytes)
  } catch {
    return false
  }
  return pair.getPublicKey().equals(bytesOf(publicKey))
}

/** Creates a key pair. */
export function createKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: curve })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}
