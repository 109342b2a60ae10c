/** The keys of the local database, in the order in which they are read. Source: spec section 3. */
const keys = ['current', 'delivery_pending']

const open = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('nudge-storage', 2)
    request.onupgradeneeded = () => {
      const { result } = request
      if (!result.objectStoreNames.contains('nudge')) result.createObjectStore('nudge')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = reject
  })

/**
 * Calls `visit` with each stored value. A failure is logged and counts as nothing stored.
 * Source: spec section 8.
 */
async function visitStored(
  mode: IDBTransactionMode,
  visit: (value: unknown, remove: () => void) => void,
): Promise<void> {
  try {
    const database = await open()
    try {
      await new Promise((resolve, reject) => {
        const transaction = database.transaction('nudge', mode)
        transaction.oncomplete = resolve
        transaction.onabort = reject
        const stored = transaction.objectStore('nudge')
        for (const key of keys) {
          const request = stored.get(key)
          request.onsuccess = () => visit(request.result, () => stored.delete(key))
        }
      })
    } finally {
      database.close()
    }
  } catch (error) {
    console.warn('The local database of nudges could not be used:', error)
  }
}

/** The value that the service worker has stored; undefined if there is none. It is not validated. */
export async function findStored(): Promise<unknown> {
  let found: unknown
  await visitStored('readonly', (value) => {
    found ??= value
  })
  return found
}

/** Deletes a nudge from the local database, but none that was stored meanwhile. */
export const forgetStored = ({ url }: { url: string }): Promise<void> =>
  visitStored('readwrite', (value, remove) => {
    if ((value as { url?: unknown } | undefined)?.url === url) remove()
  })
