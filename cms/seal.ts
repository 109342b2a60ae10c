import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What proves that we wrote a text of a link. Lower case throughout: some mail programs take capitals
 * for a mistake.
 * @param purpose what the link is for: a seal for one is none for another
 * @param length in hexadecimal digits, of four bits each
 */
export const sealOf = (
  text: string,
  { purpose, secret, length }: { purpose: string; secret: string; length: number },
): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex').slice(0, length)

/** Whether two seals are the same, in a time that does not tell where they differ. */
export function isSameSeal(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
