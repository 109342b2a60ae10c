import { createDecipheriv, createPublicKey, type ECDH, hkdfSync, verify } from 'node:crypto'

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/**
 * Decrypts a push message as a browser does (RFC 8291 and RFC 8188, one record).
 * @throws Error if the message was encrypted for others, damaged or malformed
 */
export function decryptPush(body: Buffer, device: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const serverKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (keyLength !== 65) throw new Error('The key id is no public key.')
  if (record.length > recordSize) throw new Error('The message has more than one record.')
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), serverKey])
  const secret = hkdf(device.computeSecret(serverKey), auth, keyInfo, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The last record has no delimiter.')
  return padded.subarray(0, end).toString('utf8')
}

export type VapidClaims = { aud: string; exp: number; sub: string; publicKey: string }

const jsonOf = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

/**
 * Checks an Authorization header as a push service does (RFC 8292).
 * @param origin of the push service
 * @throws Error that says what is wrong
 */
export function verifyVapid(header: string, origin: string, now: Date): VapidClaims {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  if (point.length !== 65) throw new Error('The header has no public key.')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned || jsonOf(head).alg !== 'ES256') throw new Error('The signature is not valid.')
  const { aud, exp, sub } = jsonOf(claims)
  const seconds = now.getTime() / 1000
  if (aud !== origin) throw new Error(`The audience is ${aud}.`)
  if (exp <= seconds || exp > seconds + 24 * 60 * 60)
    throw new Error(`The token expires at ${exp}.`)
  if (!/^(mailto:|https:)/.test(sub)) throw new Error(`The subject is ${sub}.`)
  return { aud, exp, sub, publicKey }
}
