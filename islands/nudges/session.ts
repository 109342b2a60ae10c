/** Keys of the session storage. Source: spec section 9, "Session keys"; `nudge_details` is JSON. */
type Key = 'nudge_url' | 'nudge_clicked' | 'nudge_details'

/** Values that the storage refused. */
const memory = new Map<Key, string>()

/** The session storage as plain texts. Where it is unavailable, values are kept until the next document. */
export const session = {
  read(key: Key): string | null {
    try {
      return memory.get(key) ?? sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: Key, value: string | null): void {
    memory.delete(key)
    try {
      if (value === null) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, value)
    } catch {
      if (value !== null) memory.set(key, value)
    }
  },
}
