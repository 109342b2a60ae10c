import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { SignedIn } from '../../members/contract.ts'
import type { TrailReply } from './contract.ts'
import { findTrail } from './service.ts'

/** The newest visits of the signed-in member, for the profile page. */
export const findTrailForPage = (payload: Payload, { id }: SignedIn): Promise<TrailReply> =>
  findTrail(databaseOf(payload), id)
