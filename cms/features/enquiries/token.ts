import { hexHmac, isEqualHmac } from '../../platform/crypto/hmac.ts'
import { env } from '../../platform/runtime/env.ts'
import { referencePattern } from './rules.ts'

type LinkContent = { id: number; linkVersion: number }

/** The token of an enquiry’s permanent link. It does not expire, and is computed again for each mail. */
export function enquiryToken({ id, linkVersion }: LinkContent): string {
  const ids = `${id}-${linkVersion}`
  return `${ids}-${hexHmac(ids, keyOf('enquiry', 40))}`
}

/** @returns null if the token is not valid */
export function readEnquiryToken(token: string): LinkContent | null {
  const [, ids = '', given = ''] = /^(\d{1,9}-\d{1,9})-([0-9a-f]{40})$/.exec(token) ?? []
  if (!isEqualHmac(given, hexHmac(ids, keyOf('enquiry', 40)))) return null
  const [id = 0, linkVersion = 0] = ids.split('-').map(Number)
  return { id, linkVersion }
}

/** The reference in the subjects of an enquiry’s mails. A reply with it belongs to the enquiry. It opens nothing. */
export const enquiryReference = (id: number): string =>
  `E${id}-${hexHmac(String(id), keyOf('enquiry reply', 12))}`

/** @returns the enquiry that a subject names; null if it names none */
export function readReference(subject: string): number | null {
  const [, id = '', given = ''] = referencePattern.exec(subject) ?? []
  return id && isEqualHmac(given.toLowerCase(), hexHmac(id, keyOf('enquiry reply', 12)))
    ? Number(id)
    : null
}

const keyOf = (purpose: string, length: number) => ({ purpose, secret: env().SECRET, length })
