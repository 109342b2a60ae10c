/**
 * Which revision a save starts from, where the same person's earlier saves were still on their way
 * when it began.
 */
export function createRevisions() {
  const next = new Map<string, number>()
  const name = (id: string, revision: number | null) => `${id}@${revision}`
  return {
    /** A save of ours made `to` of `from`. */
    follow(id: string, from: number | null, to: number): void {
      if (from !== to) next.set(name(id, from), to)
    },
    /** The newest of ours that came from `revision`. */
    newest(id: string, revision: number | null): number | null {
      let newest = revision
      for (let to = next.get(name(id, newest)); to; to = next.get(name(id, newest))) newest = to
      return newest
    },
  }
}
