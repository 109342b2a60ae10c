/** The key of this browser, which nobody can read, and the server's certificate of it. */
export type StoredKey = {
  keys: CryptoKeyPair
  certificate: string
  /** When the certificate ends, in ms since 1970. */
  until: number
  /** The server's time minus that of this device, in ms. */
  differenceMs: number
}

const name = 'check-in-card'
const place = 'key'

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(place)
  return done(request)
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  try {
    return await done(work(database.transaction(place, mode).objectStore(place)))
  } finally {
    database.close()
  }
}

/** Null if this browser has no key, or refuses its database. */
export async function readKey(): Promise<StoredKey | null> {
  try {
    const stored = await withStore('readonly', (store) => store.get(place))
    return (stored as StoredKey | undefined) ?? null
  } catch {
    return null
  }
}

export const storeKey = (key: StoredKey): Promise<unknown> =>
  withStore('readwrite', (store) => store.put(key, place))

/** Forgets the key, for instance because the member signed out. */
export async function forgetKey(): Promise<void> {
  try {
    await withStore('readwrite', (store) => store.delete(place))
  } catch {
    // Without a database there is no key.
  }
}
