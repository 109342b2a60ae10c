import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findLinkTarget } from '../queries/editions.ts'
import { campaignUrl, readTrackedPath } from './tracked-link.ts'

/**
 * The target of a tracked link of a letter. Counts how often each link is opened, not by whom.
 * @param isOpened whether a person opens the link; false for a prefetch or a HEAD request
 * @returns null if no letter has the link
 */
export async function followLink(
  payload: Payload,
  pathname: string,
  isOpened: boolean,
): Promise<string | null> {
  const link = readTrackedPath(pathname, env().SECRET)
  const target = link && (await findLinkTarget(databaseOf(payload), link, isOpened))
  return target ? campaignUrl(new URL(target), link, env().SITE_URL) : null
}
