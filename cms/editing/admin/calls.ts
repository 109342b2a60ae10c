import { call as callHouse } from '../../admin/shell/call.ts'
import type { ContentKey, KeyStatus } from '../contract.ts'

/**
 * A call of the editing endpoints.
 * @param path below /api/editing/
 * @param body what to post; without it the call reads
 * @throws CallError with the server's message
 */
export const call = <Reply>(path: string, body?: unknown): Promise<Reply> =>
  callHouse(`editing/${path}`, { body })

/** A key as the page's elements carry it: `hero.title`, and `global:footer.hours`. */
export const placeOfKey = ({ page, section, content_key }: ContentKey): string =>
  `${page === 'global' ? 'global:' : ''}${section}.${content_key}`

/** A draft that a publisher can publish or discard. */
export const isDraft = ({ state, revision }: KeyStatus): boolean =>
  revision !== null && (state === 'draft' || state === 'changed')

export const chosen = ({ page, section, content_key, revision }: KeyStatus) => ({
  page,
  section,
  content_key,
  revision,
})

/** What a key says, in words. */
export const said = (data: KeyStatus['content_data']): string =>
  'text' in data ? data.text : data.alt
