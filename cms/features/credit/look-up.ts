import type { Payload } from 'payload'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { databaseOf } from '../../platform/database/query.ts'
import { findSend, type Send } from './queries.ts'

/** The send whose mailed link contains a token; null if there is none. */
export const findSendByToken = async (payload: Payload, token: string): Promise<Send | null> =>
  /^[0-9a-f]{40}$/.test(token)
    ? findSend(databaseOf(payload), { tokenHash: hashToken(token) })
    : null

/**
 * Whether a path ends with the token of a send. For other paths, the page handler shows the cached page of
 * `/common-room/claim`, so guessed links render nothing.
 */
export const hasSendToken = async (payload: Payload, path: string): Promise<boolean> =>
  (await findSendByToken(payload, path.split('/').at(-1) ?? '')) !== null
