/** The result of a request to the local database. */
export const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('nudge-storage', 2)
  request.onupgradeneeded = () => {
    const { result } = request
    if (!result.objectStoreNames.contains('nudge')) result.createObjectStore('nudge')
  }
  return resultOf(request)
}

/**
 * Uses the store of nudges in one transaction. A failure is logged, and the result is null.
 * Source: spec section 8.
 */
export async function withStore<Result>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result | null> {
  try {
    const database = await open()
    try {
      return await use(database.transaction('nudge', mode).objectStore('nudge'))
    } finally {
      database.close()
    }
  } catch (error) {
    console.warn('No nudge database:', error)
    return null
  }
}

/**
 * The nudge that the service worker has stored: the current one, or else the one that no window has received yet. Null or
 * undefined if there is none. It is not validated.
 */
export const findStored = (): Promise<unknown> =>
  withStore(
    'readonly',
    async (store) =>
      (await resultOf(store.get('current'))) ?? resultOf(store.get('delivery_pending')),
  )
