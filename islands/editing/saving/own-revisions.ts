import type { ContentData } from '../../../cms/editing/contract.ts'
import { sameData } from '../state/content-data.ts'

type Step = { to: number; wrote: ContentData[] }

/**
 * Which revision a save starts from, where the same person's earlier saves were still on their way
 * when it began.
 */
export function createRevisions() {
  const next = new Map<string, Step>()
  const name = (key: string, revision: number | null) => `${key}@${revision}`
  return {
    /**
     * A save of ours made `to` of `from`.
     * @param wrote what it wrote: as it was sent, and as the server kept it
     */
    follow(key: string, from: number | null, to: number, wrote: ContentData[]): void {
      if (from !== to) next.set(name(key, from), { to, wrote })
    },
    /**
     * The newest of ours that came from `revision` and says what the next save starts from. A save that
     * starts from anything else has not seen it, and must not write over it.
     */
    newest(key: string, revision: number | null, start: ContentData): number | null {
      let newest = revision
      let seen = revision
      for (let step = next.get(name(key, seen)); step; step = next.get(name(key, seen))) {
        seen = step.to
        if (step.wrote.some((each) => sameData(each, start))) newest = seen
      }
      return newest
    },
  }
}
