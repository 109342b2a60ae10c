import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { findSignInLinkRow } from '../queries/codes.ts'

/** The address that a link signs in; null if the link is not valid. Opening the link changes nothing. */
export async function findSignInLink(payload: Payload, token: string): Promise<string | null> {
  const link = await findSignInLinkRow(databaseOf(payload), token)
  return link?.email ?? null
}
