import { hexHmac, isEqualHmac } from '../../../platform/crypto/hmac.ts'
import { env } from '../../../platform/runtime/env.ts'

/** Opens the page on which a guest completes a booking. It is in no mail, and useless once the booking is made. */
export const holdToken = (booking: number): string => `${booking}-${signatureOf(`${booking}`)}`

/** @returns the id of the booking; null if the token is not valid */
export function readHoldToken(token: string): number | null {
  const [, id = '', given = ''] = /^(\d{1,10})-([0-9a-f]{32})$/.exec(token) ?? []
  return isEqualHmac(given, signatureOf(id)) && Number(id) < 2 ** 31 ? Number(id) : null
}

const signatureOf = (id: string) =>
  hexHmac(id, { purpose: 'table hold', secret: env().SECRET, length: 32 })
