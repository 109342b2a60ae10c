import { callApi } from '../../../../platform/admin/calls/call.ts'
import type { ContentKey, KeyStatus } from '../contract.ts'

/**
 * Calls the editing API: POST with a `body`, otherwise GET.
 * @param path below /api/editing/
 * @throws CallError with the server's message
 */
export const call = <Reply>(path: string, body?: unknown): Promise<Reply> =>
  callApi(`editing/${path}`, { body })

/** Whether a key has a draft that staff can publish or discard. */
export const isDraft = ({ state, revision }: KeyStatus): boolean =>
  revision !== null && (state === 'draft' || state === 'changed')

/** The part of a status that requests send: the key and the revision. */
export const toKeyWithRevision = <Revision extends number | null>({
  page,
  section,
  content_key,
  revision,
}: ContentKey & { revision: Revision }) => ({ page, section, content_key, revision })
