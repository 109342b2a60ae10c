import { type Nudge, readNudge, storedKeys } from './message.ts'

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
 * The nudges that the service worker has stored: the current one, then the one that no window has received yet. Values
 * that are no nudges are deleted. Source: spec section 5.
 */
export async function findStored(): Promise<Nudge[]> {
  const read = (store: IDBObjectStore) =>
    Promise.all(storedKeys.map(async (key) => ({ key, value: await resultOf(store.get(key)) })))
  const found = (await withStore('readonly', read)) ?? []
  const isInvalid = ({ value }: { value: unknown }) => value !== undefined && !readNudge(value)
  if (found.some(isInvalid)) {
    await withStore('readwrite', async (store) => {
      // The service worker may have replaced a value meanwhile.
      for (const each of await read(store))
        if (isInvalid(each)) await resultOf(store.delete(each.key))
    })
  }
  return found.flatMap(({ value }) => readNudge(value) ?? [])
}
