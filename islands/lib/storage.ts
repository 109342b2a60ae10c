type Kind = 'localStorage' | 'sessionStorage'

/** What is stored under a name, or null where there is nothing, it is broken, or there is no store. */
export function readStored<Value>(kind: Kind, name: string): Value | null {
  try {
    return JSON.parse(window[kind].getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value, or removes the name where it is null. A full or forbidden store is no fault. */
export function writeStored(kind: Kind, name: string, value: unknown): void {
  try {
    if (value === null) window[kind].removeItem(name)
    else window[kind].setItem(name, JSON.stringify(value))
  } catch {
    // Whoever forbids stores loses what only they would have kept.
  }
}
