import { getPayload } from 'payload'
import config from '../../payload.config.ts'
import { databaseOf } from '../database/query.ts'
import { env } from '../env.ts'
import { findRequest } from './queries/requests.ts'
import { findSubscriberById, isActive, type Subscriber } from './queries/subscribers.ts'
import { canUndo } from './rules.ts'
import { hashConfirmToken, readLeaveToken } from './tokens.ts'

/** What the page behind a confirmation link shows. */
export type Confirmation = { state: 'open' | 'used' | 'gone'; email: string; isKnown: boolean }

/** Reads only: opening the link confirms nothing. */
export async function findConfirmation(token: string): Promise<Confirmation> {
  const db = databaseOf(await getPayload({ config }))
  const request = await findRequest(db, hashConfirmToken(token))
  const isKnown = request !== null && (await isActive(db, request.email))
  if (!request || (request.isUsed ? !isKnown : request.isExpired)) {
    return { state: 'gone', email: '', isKnown: false }
  }
  return { state: request.isUsed ? 'used' : 'open', email: request.email, isKnown }
}

/** What the page behind a leave link shows. */
export type Leaving = Subscriber & { isPaused: boolean; canUndo: boolean }

/** Reads only. @returns null if the token is not valid */
export async function findLeaving(token: string): Promise<Leaving | null> {
  const link = readLeaveToken(token, env().SECRET)
  if (!link) return null
  const db = databaseOf(await getPayload({ config }))
  const subscriber = await findSubscriberById(db, link.subscriber)
  if (!subscriber || subscriber.state === 'pending') return null
  const { state, pausedUntil } = subscriber
  const now = new Date()
  return {
    ...subscriber,
    isPaused: state === 'active' && pausedUntil !== null && pausedUntil > now,
    canUndo: canUndo(subscriber, now),
  }
}
