import { getPayload } from 'payload'
import config from '../../../payload.config.ts'
import { databaseOf } from '../../database/query.ts'
import { findSignInLinkRow } from '../queries/codes.ts'

/** The address that a link signs in; null if the link is not valid. Opening the link changes nothing. */
export async function findSignInLink(token: string): Promise<string | null> {
  const link = await findSignInLinkRow(databaseOf(await getPayload({ config })), token)
  return link?.email ?? null
}
