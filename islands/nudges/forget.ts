import { type Nudge, storedKeys } from './message.ts'
import type { resultOf, withStore } from './stored.ts'

/** Access to the local database. */
export type StoreAccess = { resultOf: typeof resultOf; withStore: typeof withStore }

/** Deletes a nudge from the local database. Another nudge that was stored meanwhile stays. */
export async function forgetStored(
  { url }: Nudge,
  { resultOf, withStore }: StoreAccess,
): Promise<void> {
  await withStore('readwrite', async (store) => {
    for (const key of storedKeys) {
      const stored = await resultOf<{ url?: unknown } | undefined>(store.get(key))
      if (stored?.url === url) await resultOf(store.delete(key))
    }
  })
}
