/** Records that were just put into the trash. */
export type Trashed = { collection: string; ids: (number | string)[] }

/** Maximum number of records in one request. The query contains their ids, and the API limits it to 16 KB. */
const batchSize = 500

/** The records that a request of Payload put into the trash; null if there are none. */
export async function trashedBy(
  [target, options]: Parameters<typeof fetch>,
  response: Response,
): Promise<Trashed | null> {
  const { method, body } = options ?? {}
  if (method?.toUpperCase() !== 'PATCH') return null
  if (typeof body !== 'string' || !/^\{"deletedAt":"[^"]+"\}$/.test(body)) return null
  const [, collection] = /\/api\/(\w+)/.exec(String(target)) ?? []
  const reply = await response
    .clone()
    .json()
    .catch(() => null)
  // A bulk request may have been refused for some of its records.
  const docs: { id: number }[] = reply?.docs ?? (reply?.doc ? [reply.doc] : [])
  return collection && docs.length ? { collection, ids: docs.map(({ id }) => id) } : null
}

/** Takes records out of the trash. @returns how many of them were restored */
export async function restore({ collection, ids }: Trashed): Promise<number> {
  let restored = 0
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize).join(',')
    const query = `trash=true&depth=0&limit=0&where[id][in]=${batch}`
    const response = await fetch(`/api/${collection}?${query}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ deletedAt: null }),
    }).catch(() => null)
    const reply = await response?.json().catch(() => null)
    restored += reply?.docs?.length ?? 0
  }
  return restored
}
