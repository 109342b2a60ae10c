import { hmac, isEqualHmac } from '../../../platform/crypto/hmac.ts'
import type { Database } from '../../../platform/database/query.ts'
import { isActiveSubscriber } from '../../newsletter/service.ts'
import { findMemberById, findProfileRow } from '../queries/members.ts'
import type { CardReply, CardVerdict } from './contract.ts'
import { cardMs } from './rules.ts'

const signatureLength = 22
const sign = (content: string) => hmac('card', content).slice(0, signatureLength)

/** The content of a membership card, valid for half a minute. It is short to keep the QR code small. */
export function makeCard(member: number, now = Date.now()): CardReply {
  const expires_at = now + cardMs
  const content = `${member}.${expires_at.toString(36)}`
  return { token: `${content}.${sign(content)}`, expires_at }
}

/** The member of a card and its expiry; null if the signature is not valid. */
export function readCard(token: string): { member: number; expiresAt: number } | null {
  const [, content = '', id, expiry = '', signature = ''] =
    /^((\d{1,9})\.([0-9a-z]{1,11}))\.([\w-]{22})$/.exec(token) ?? []
  if (!isEqualHmac(signature, sign(content))) return null
  return { member: Number(id), expiresAt: Number.parseInt(expiry, 36) }
}

/**
 * Reads a membership card or a member number.
 * @param text the content of the card's QR code, or the number as it is printed, such as `00012`
 * @returns the member's id, which may not exist; for an invalid card, the reason
 */
export function readCardOrNumber(text: string): number | 'expired' | 'unknown' {
  const [, number] = /^0{0,8}([1-9]\d{0,8})$/.exec(text) ?? []
  if (number) return Number(number)
  const card = readCard(text)
  if (!card) return 'unknown'
  return card.expiresAt < Date.now() ? 'expired' : card.member
}

/** The result that staff see when they scan a card. */
export async function verifyCard(db: Database, token: string): Promise<CardVerdict> {
  const card = readCard(token)
  if (!card) return { valid: false, why: 'unknown' }
  if (card.expiresAt < Date.now()) return { valid: false, why: 'expired' }
  const member = await findMemberById(db, card.member)
  const profile = member && (await findProfileRow(db, member.id))
  if (!profile) return { valid: false, why: 'unknown' }
  if (member.isSuspended) return { valid: false, why: 'suspended' }
  const { id, email, name, created_at: since } = profile
  const subscribed = await isActiveSubscriber(db, email)
  return { valid: true, member: { id, name, since, subscribed } }
}
