import { isSameContent } from '../rules.ts'

type Version<Content> = {
  content_data: Content
  status: 'draft' | 'published'
  live: boolean
  /** Whether the version was written when the key was unpublished. */
  removed: boolean
}

/**
 * The content that was live before the current live content of a key; null if the fallback was shown before.
 * @param versions newest first
 */
export function previousContent<Content>(versions: readonly Version<Content>[]): Content | null {
  const liveIndex = versions.findIndex(({ live }) => live)
  const live = versions[liveIndex]?.content_data
  const before = versions
    .slice(liveIndex + 1)
    .find(
      ({ content_data, removed, status }) =>
        removed || (status === 'published' && !isSameContent(content_data, live)),
    )
  return before && !before.removed ? before.content_data : null
}
