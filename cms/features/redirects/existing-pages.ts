import type { Payload } from 'payload'
import { lowerCasePath, resolvePage } from '../content/routes.ts'
import { findVenue } from '../venue/service.ts'
import { pageOfTarget } from './rules.ts'
import { redirectOf } from './service.ts'

/** Whether there is a page at a path. If not, `nearest` is the most similar path of a page; null if none is similar. */
export async function findPageOrNearest(
  payload: Payload,
  path: string,
): Promise<{ exists: boolean; nearest: string | null }> {
  const { productName } = await findVenue(payload)
  const resolved = resolvePage(path, productName)
  return resolved.kind === 'missing'
    ? { exists: false, nearest: resolved.nearest === '/' ? null : resolved.nearest }
    : { exists: true, nearest: null }
}

/** Returns a function that checks whether there is a page at a path. Checks of redirects use it. */
export const hasPageIn =
  (payload: Payload) =>
  async (path: string): Promise<boolean> =>
    (await findPageOrNearest(payload, path)).exists

/** Whether a link leads to a path of the site at which there is neither a page nor a redirect. */
export async function isDeadLink(payload: Payload, link: string): Promise<boolean> {
  const path = pageOfTarget(link)
  if (path === null || (await redirectOf(payload, path))) return false
  return !(await hasPageIn(payload)(lowerCasePath(path) ?? path))
}
