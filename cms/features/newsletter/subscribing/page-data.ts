import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findVenue } from '../../venue/service.ts'
import { findSubscriberById, type Subscriber } from '../queries/subscribers.ts'
import { canUndo, withKnownTopics } from '../rules.ts'
import { type Confirmation, confirmationOf } from './look-ups.ts'
import { readLeaveToken } from './tokens.ts'

/** What the page behind a confirmation link shows; see `confirmationOf`. */
export const findConfirmation = (payload: Payload, token: string): Promise<Confirmation> =>
  confirmationOf(databaseOf(payload), token)

/** The data of the page behind a leave link. */
export type Leaving = Subscriber & { isPaused: boolean; canUndo: boolean }

/** What the page behind a leave link shows. Changes nothing. @returns null if the token is not valid */
export async function findLeaving(payload: Payload, token: string): Promise<Leaving | null> {
  const link = readLeaveToken(token, env().SECRET)
  if (!link) return null
  const subscriber = await findSubscriberById(databaseOf(payload), link.subscriber)
  if (!subscriber || subscriber.state === 'pending') return null
  const { state, pausedUntil } = subscriber
  const now = new Date()
  return {
    ...withKnownTopics(subscriber, (await findVenue(payload)).topics),
    isPaused: state === 'active' && pausedUntil !== null && pausedUntil > now,
    canUndo: canUndo(subscriber, now),
  }
}
