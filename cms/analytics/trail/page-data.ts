import { getPayload } from 'payload'
import config from '../../../payload.config.ts'
import { databaseOf } from '../../database/query.ts'
import type { SignedIn } from '../../members/contract.ts'
import type { TrailReply } from './contract.ts'
import { findTrail } from './service.ts'

/** The newest visits of the signed-in member, for the profile page. */
export const findTrailForPage = async ({ id }: SignedIn): Promise<TrailReply> =>
  findTrail(databaseOf(await getPayload({ config })), id)
