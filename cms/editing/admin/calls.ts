import { call as callApi } from '../../admin/shell/call.ts'
import type { KeyStatus } from '../contract.ts'

/**
 * Calls the editing API: POST with a `body`, otherwise GET.
 * @param path below /api/editing/
 * @throws CallError with the server's message
 */
export const call = <Reply>(path: string, body?: unknown): Promise<Reply> =>
  callApi(`editing/${path}`, { body })

/** A draft that a publisher can publish or discard. */
export const isDraft = ({ state, revision }: KeyStatus): boolean =>
  revision !== null && (state === 'draft' || state === 'changed')
