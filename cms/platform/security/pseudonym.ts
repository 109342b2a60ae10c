import { createHmac } from 'node:crypto'
import { deriveKey } from '../crypto/hmac.ts'
import { clientHeader } from '../limits/clients.ts'

/**
 * A pseudonym for the client of a request. It changes each day (UTC), and the address cannot be derived
 * from it without SECRET.
 * @returns 12 hexadecimal digits; an empty string for requests that the program makes itself
 */
export function pseudonymOf({ headers }: { headers: Headers }, now: Date): string {
  const client = headers.get(clientHeader)
  if (!client) return ''
  const key = deriveKey(`security client ${now.toISOString().slice(0, 10)}`)
  return createHmac('sha256', key).update(client).digest('hex').slice(0, 12)
}
