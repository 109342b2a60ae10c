import { type Database, databaseOf } from '../../../platform/database/query.ts'
import type { Feature } from '../../../platform/feature.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findRequest } from '../queries/requests.ts'
import { isActive } from '../queries/subscribers.ts'
import { hashConfirmToken, readLeaveToken } from './tokens.ts'

/**
 * A confirmation link.
 * - `state`: `open` if the address can be confirmed; `used` if it was confirmed with this link; `gone` if the
 *   link is unknown, has expired, or was used for an address that is no longer active
 * - `isKnown`: whether the address belongs to an active subscriber
 */
export type Confirmation = { state: 'open' | 'used' | 'gone'; email: string; isKnown: boolean }

/** Finds the state of a confirmation link. Changes nothing: opening the link does not confirm. */
export async function confirmationOf(db: Database, token: string): Promise<Confirmation> {
  const request = await findRequest(db, hashConfirmToken(token))
  const isKnown = request !== null && (await isActive(db, request.email))
  if (!request || (request.isUsed ? !isKnown : request.isExpired)) {
    return { state: 'gone', email: '', isKnown: false }
  }
  return { state: request.isUsed ? 'used' : 'open', email: request.email, isKnown }
}

/** All invalid tokens of a kind show the same page: `/unsubscribe` without a token, or `/subscribe/confirm/gone`. */
export const newsletterLookUps: Feature['lookUps'] = [
  { path: /^\/(un)?subscribe$/, find: (_, path) => ({ sameAs: path }) },
  {
    path: /^\/unsubscribe\/./,
    find: (_, path) => (hasLeaveToken(path) ? 'own' : { sameAs: '/unsubscribe' }),
  },
  {
    path: /^\/subscribe\/confirm\/./,
    find: async (payload, path) =>
      (await confirmationOf(databaseOf(payload), tokenOf(path))).state === 'gone'
        ? { sameAs: '/subscribe/confirm/gone' }
        : 'own',
  },
]

/** Whether the last segment of a path is a valid leave token. */
export const hasLeaveToken = (path: string): boolean =>
  readLeaveToken(tokenOf(path), env().SECRET) !== null

const tokenOf = (path: string) => path.replace(/^.*\//, '')
