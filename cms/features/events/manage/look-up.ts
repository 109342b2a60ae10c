import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { LookupResult } from '../../../platform/http/parts.ts'
import { linkOf } from './access.ts'

/** All invalid links show the same page, so the page reveals nothing about an event. */
export const lookUpLink = async (payload: Payload, path: string): Promise<LookupResult> =>
  (await linkOf(databaseOf(payload), path.split('/')[2] ?? ''))
    ? 'own'
    : { sameAs: '/manage-event' }
