/**
 * Combines the lookups of a list's cells into one query for all rows. Lookups are combined if they start
 * before the next microtask.
 * @param find a query for many ids; its result contains only the ids that have a value
 * @returns a function that looks up the value of one id; undefined if there is none
 */
export function batchLookups<Id, Value>(find: (ids: Id[]) => Promise<Map<Id, Value>>) {
  let ids: Id[] = []
  let pending: Promise<Map<Id, Value>> | null = null
  return async (id: Id): Promise<Value | undefined> => {
    ids.push(id)
    pending ??= Promise.resolve().then(() => {
      const batch = ids
      ids = []
      pending = null
      return find(batch)
    })
    return (await pending).get(id)
  }
}
