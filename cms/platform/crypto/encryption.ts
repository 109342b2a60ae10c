import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from './hmac.ts'

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a text with AES-256-GCM under a key derived from SECRET.
 * @param purpose what the text is for; the text can be decrypted only with the same purpose
 * @returns nonce, tag and ciphertext, base64url
 */
export function encrypt(purpose: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(`lock ${purpose}`), nonce)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
}

/** Decrypts what `encrypt` returned. @returns null if SECRET or the purpose differs, or the data is damaged */
export function decrypt(purpose: string, encrypted: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(`lock ${purpose}`), nonce)
    decipher.setAuthTag(tag)
    const text = [decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    return null
  }
}
