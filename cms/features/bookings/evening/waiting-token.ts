import { hexHmac, isEqualHmac } from '../../../platform/crypto/hmac.ts'
import { env } from '../../../platform/runtime/env.ts'

const sign = (id: string) =>
  hexHmac(id, { purpose: 'waiting for a table', secret: env().SECRET, length: 32 })

/** The page that shows guests who came without a booking their place. */
export const waitingPath = (booking: number): string =>
  `/book/waiting/${booking}-${sign(String(booking))}`

/** The booking of a token; null if it is not valid. */
export function readWaitingToken(token: string): number | null {
  const [, id = '', given = ''] = /^(\d{1,9})-([0-9a-f]{32})$/.exec(token) ?? []
  return id && isEqualHmac(given, sign(id)) ? Number(id) : null
}
