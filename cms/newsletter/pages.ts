import { getPayload } from 'payload'
import config from '../../payload.config.ts'
import { databaseOf, rows, sql } from '../database/sql.ts'
import { env } from '../env.ts'
import { canUndo } from './leaving.ts'
import { readLeaveToken } from './link.ts'
import { type RequestRow, requestOf } from './service.ts'
import { type Subscriber, subscriberById } from './subscribers.ts'

/** What a link to confirm leads to, as far as its page says it. */
export type Confirmation = { state: 'open' | 'used' | 'gone'; email: string; isKnown: boolean }

/** What the page behind a link shows. Changes nothing, however often it is opened. */
export async function findConfirmation(token: string): Promise<Confirmation> {
  const payload = await getPayload({ config })
  const gone: Confirmation = { state: 'gone', email: '', isKnown: false }
  const [found] = await rows<RequestRow>(payload, requestOf(token))
  if (!found || (found.expired && !found.used)) return gone
  const [subscriber] = await rows<{ state: string }>(
    payload,
    sql`select state::text as state from subscribers where email = ${found.email}`,
  )
  if (found.used && subscriber?.state !== 'active') return gone
  const state = found.used ? 'used' : 'open'
  return { state, email: found.email, isKnown: subscriber?.state === 'active' }
}

/** What the page behind a letter's link shows; null where the link is nobody's. */
export type Leaving = Subscriber & { isPaused: boolean; canUndo: boolean }

/** Whom a link is for. Changes nothing. */
export async function findLeaving(token: string): Promise<Leaving | null> {
  const link = readLeaveToken(token, env().SECRET)
  if (!link) return null
  const db = databaseOf(await getPayload({ config }))
  const subscriber = await subscriberById(db, link.subscriber)
  if (!subscriber || subscriber.state === 'pending') return null
  const { state, pausedUntil } = subscriber
  return {
    ...subscriber,
    isPaused: state === 'active' && pausedUntil !== null && pausedUntil > new Date(),
    canUndo: canUndo(subscriber),
  }
}
