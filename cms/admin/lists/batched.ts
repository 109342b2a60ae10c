/**
 * Finds what the cells of a list show with one query for all of its rows.
 * @param find a query for many ids; ids without a value are missing in its result
 */
export function batched<Id, Value>(find: (ids: Id[]) => Promise<Map<Id, Value>>) {
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
