/** Why nothing can be kept on this phone: its memory is full, or the browser denies it, as in some private windows. */
export type StorageProblem = 'full' | 'denied'

export class StorageError extends Error {
  override name = 'StorageError'
  readonly problem: StorageProblem
  constructor(problem: StorageProblem, cause?: unknown) {
    super(`Nothing can be stored: ${problem}`, { cause })
    this.problem = problem
  }
}

const storageError = (error: unknown) => {
  const name = error instanceof DOMException ? error.name : ''
  return new StorageError(name === 'QuotaExceededError' ? 'full' : 'denied', error)
}

/** The name is known to `public/sw-door.js` too, which deletes the database at the end of a shift. */
export const databaseName = 'door'
/** `kept`: values by name. `scans`: scans that the server does not have yet, by their key. */
const stores = ['kept', 'scans'] as const
export type StoreName = (typeof stores)[number]

let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store)
    }
    request.onsuccess = () => {
      const database = request.result
      // Another window or the worker deletes the database.
      database.onversionchange = () => {
        database.close()
        opened = null
      }
      database.onclose = () => {
        opened = null
      }
      resolve(database)
    }
    request.onerror = () => reject(request.error)
  }).catch((error: unknown) => {
    opened = null
    throw storageError(error)
  })
  return opened
}

/**
 * Runs a transaction. It has succeeded only when what it wrote is on the disk.
 * @throws StorageError
 */
async function run<Result>(
  names: StoreName[],
  mode: IDBTransactionMode,
  work: (store: (name: StoreName) => IDBObjectStore) => IDBRequest<Result> | null,
): Promise<Result | undefined> {
  const database = await open()
  return new Promise((resolve, reject) => {
    try {
      const transaction = database.transaction(names, mode, { durability: 'strict' })
      const request = work((name) => transaction.objectStore(name))
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onabort = () => reject(storageError(transaction.error))
    } catch (error) {
      // The connection was closed meanwhile.
      opened = null
      reject(storageError(error))
    }
  })
}

export const readValue = <Value>(store: StoreName, key: string): Promise<Value | undefined> =>
  run<Value>([store], 'readonly', (of) => of(store).get(key))

export const readAll = async <Value>(store: StoreName): Promise<Value[]> =>
  (await run<Value[]>([store], 'readonly', (of) => of(store).getAll())) ?? []

export async function writeValue(store: StoreName, key: string, value: unknown): Promise<void> {
  await run([store], 'readwrite', (of) => of(store).put(value, key))
}

export async function removeValues(store: StoreName, keys: readonly string[]): Promise<void> {
  if (!keys.length) return
  await run([store], 'readwrite', (of) => {
    for (const key of keys) of(store).delete(key)
    return null
  })
}

/** Deletes everything but the scans that the server does not have yet; they contain no names. */
export async function forgetKept(): Promise<void> {
  await run(['kept'], 'readwrite', (of) => of('kept').clear())
}
