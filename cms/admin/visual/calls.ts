import type { ContentKey, KeyStatus } from '../../editing/contract.ts'

/** What a call answered where it was refused, in words for the person who asked. */
export class CallError extends Error {}

/**
 * A call of the editing endpoints.
 * @param path below /api/editing/
 * @param body what to post; without it the call reads
 * @throws CallError with the server's message
 */
export async function call<Reply>(path: string, body?: unknown): Promise<Reply> {
  const asked: RequestInit = body
    ? {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
    : {}
  const answer = await fetch(`/api/editing/${path}`, asked).catch(() => null)
  if (!answer) throw new CallError('The server can’t be reached. Please try again.')
  const given = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new CallError(given.message ?? 'Something went wrong. Please try again.')
  return given as Reply
}

export const wordsOf = (fault: unknown): string =>
  fault instanceof CallError ? fault.message : 'Something went wrong. Please try again.'

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
