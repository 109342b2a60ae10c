import { hmac, isEqualHmac } from '../../crypto/hmac.ts'
import { type Executor, sql } from '../../database/sql.ts'
import { isActiveSubscriber } from '../../newsletter/details.ts'
import type { CardReply, CardVerdict } from './contract.ts'
import { cardMs } from './rules.ts'

const sealLength = 22

/** What a membership card says for half a minute: short, so that its code has few squares. */
export function makeCard(member: number, now = Date.now()): CardReply {
  const expires_at = now + cardMs
  const said = `${member}.${expires_at.toString(36)}`
  return { token: `${said}.${hmac('card', said).slice(0, sealLength)}`, expires_at }
}

/** Whose card it is, or null where we did not write it. */
export function readCard(token: string): { member: number; expiresAt: number } | null {
  const [, said = '', id, until = '', seal = ''] =
    /^((\d{1,9})\.([0-9a-z]{1,11}))\.([\w-]{22})$/.exec(token) ?? []
  if (!isEqualHmac(seal, hmac('card', said).slice(0, sealLength))) return null
  return { member: Number(id), expiresAt: Number.parseInt(until, 36) }
}

/** What staff are told who scan a card. */
export async function verifyCard(db: Executor, token: string): Promise<CardVerdict> {
  const card = readCard(token)
  if (!card) return { valid: false, why: 'unknown' }
  if (card.expiresAt < Date.now()) return { valid: false, why: 'expired' }
  const { rows } = await db.execute(sql`
    select id, email, name, created_at, suspended_at is not null as "isSuspended"
      from members where id = ${card.member}`)
  type Row = { id: number; email: string; name: string | null; created_at: string | Date }
  const [found] = rows as (Row & { isSuspended: boolean })[]
  if (!found) return { valid: false, why: 'unknown' }
  if (found.isSuspended) return { valid: false, why: 'suspended' }
  const { id, email, name, created_at } = found
  const since = new Date(created_at).toISOString()
  const subscribed = await isActiveSubscriber(db, email)
  return { valid: true, member: { id, name, since, subscribed } }
}
