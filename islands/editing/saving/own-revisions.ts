import { isSameContent } from '../../../cms/content/rules.ts'
import type { ContentData } from '../../../cms/editing/contract.ts'

type Step = { to: number; saved: ContentData[] }

/** Remembers this tab's saves, so that a save that started before the last one ended is no conflict. */
export function createOwnRevisions() {
  const next = new Map<string, Step>()
  const nameOf = (key: string, revision: number | null) => `${key}@${revision}`
  return {
    /**
     * Records a save that turned revision `from` into `to`.
     * @param saved its content: as sent, and as stored by the server
     */
    record(key: string, from: number | null, to: number, saved: ContentData[]): void {
      if (from !== to) next.set(nameOf(key, from), { to, saved })
    },
    /**
     * The latest own revision that followed `revision` and has the content `start`. A save with
     * another start does not include this tab's saves and must not overwrite them.
     */
    latest(key: string, revision: number | null, start: ContentData): number | null {
      let latest = revision
      let seen = revision
      for (let step = next.get(nameOf(key, seen)); step; step = next.get(nameOf(key, seen))) {
        seen = step.to
        if (step.saved.some((each) => isSameContent(each, start))) latest = seen
      }
      return latest
    },
  }
}
