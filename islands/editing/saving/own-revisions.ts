import type { ContentData } from '../../../cms/features/content/editing/contract.ts'
import { isSameContent } from '../../../cms/features/content/rules.ts'

type Step = { to: number; saved: ContentData[] }

/** Records this tab's saves, so that overlapping saves of one tab do not count as conflicts. */
export function createOwnRevisions() {
  const next = new Map<string, Step>()
  const nameOf = (key: string, revision: number | null) => `${key}@${revision}`
  return {
    /**
     * Records a save that turned revision `from` into `to`.
     * @param saved the content as sent and as stored by the server
     */
    record(key: string, from: number | null, to: number, saved: ContentData[]): void {
      if (from !== to) next.set(nameOf(key, from), { to, saved })
    },
    /**
     * The revision that the next save is based on: the revision of this tab's latest save after `revision` whose
     * content is `start`, or `revision` if there is no such save. An edit that began with other content does not
     * include this tab's saves and must not overwrite them.
     * @param start the content that the edit began with
     */
    baseRevision(key: string, revision: number | null, start: ContentData): number | null {
      let latest = revision
      let current = revision
      for (let step = next.get(nameOf(key, current)); step; step = next.get(nameOf(key, current))) {
        current = step.to
        if (step.saved.some((each) => isSameContent(each, start))) latest = current
      }
      return latest
    },
  }
}
