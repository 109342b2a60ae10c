import type { SheetReply } from '../evening/contract.ts'

/**
 * Tonight’s sheet in IndexedDB, for an evening without a network. The service worker shows it (`public/sw-evening.js`),
 * and deletes it when staff sign out. Telephone numbers and links are not stored.
 */
const name = 'evening'
const store = 'sheet'
const key = 'tonight'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** What of a sheet is stored. */
export const storedPart = ({ day, now, time, until, areas, bookings }: SheetReply) => ({
  ...{ day, now, time, until },
  areas: areas.map(({ area, tables, desks }) => ({
    area,
    tables: [...tables, ...desks].map(({ id, name: table }) => ({ id, name: table })),
  })),
  bookings: bookings.map((each) => ({
    ...{ time: each.time, ends: each.ends, party: each.party, name: each.name, area: each.area },
    ...{ status: each.status, tables: each.tables, late_minutes: each.late_minutes },
    ...{ allergies: each.allergies, high_chair: each.high_chair, step_free: each.step_free },
  })),
})

export async function storeSheet(sheet: SheetReply): Promise<void> {
  const database = await open()
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(store, 'readwrite')
    transaction.objectStore(store).put(storedPart(sheet), key)
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
  })
  database.close()
}

/** Deletes what is stored if its night has ended. */
export async function forgetOldSheet(): Promise<void> {
  const database = await open()
  const found = await new Promise<{ until: string } | undefined>((resolve, reject) => {
    const request = database.transaction(store).objectStore(store).get(key)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  database.close()
  if (found && Date.parse(found.until) <= Date.now()) await forgetSheet()
}

export const forgetSheet = (): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => resolve()
    request.onblocked = () => resolve()
  })
