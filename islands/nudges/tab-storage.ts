import type { NudgeStorage, SessionKey } from './pending.ts'

/** Values that the storage refused. */
const memory = new Map<SessionKey, string>()

/** The session storage as plain texts. If it is unavailable, values are kept in memory until the next document. */
export const tabStorage: NudgeStorage = {
  read(key) {
    try {
      return memory.get(key) ?? sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key, value) {
    memory.delete(key)
    try {
      if (value === null) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, value)
    } catch {
      if (value !== null) memory.set(key, value)
    }
  },
}
