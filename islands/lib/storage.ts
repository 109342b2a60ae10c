type Kind = 'localStorage' | 'sessionStorage'

/** What a store would not take is kept for as long as the page lives, through all its navigations. */
const refused = new Map<string, string>()

/** What is stored under a name, or null where there is nothing, it is broken, or there is no store. */
export function readStored<Value>(kind: Kind, name: string): Value | null {
  try {
    return JSON.parse(refused.get(name) ?? window[kind].getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value, or removes the name where it is null. A full or forbidden store is no fault. */
export function writeStored(kind: Kind, name: string, value: unknown): void {
  refused.delete(name)
  try {
    if (value === null) window[kind].removeItem(name)
    else window[kind].setItem(name, JSON.stringify(value))
  } catch {
    if (value !== null) refused.set(name, JSON.stringify(value))
  }
}
