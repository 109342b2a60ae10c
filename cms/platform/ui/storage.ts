type Kind = 'localStorage' | 'sessionStorage'

const keyOf = (kind: Kind, name: string) => `${kind} ${name}`

/** Values that the storage refused, by `keyOf`. They are kept until the document is unloaded. */
const fallback = new Map<string, string>()

/**
 * A stored value; null if it is missing or not valid JSON. If storage is unavailable, only values that this document
 * has written are found.
 */
export function readStored<Value>(kind: Kind, name: string): Value | null {
  try {
    return JSON.parse(fallback.get(keyOf(kind, name)) ?? window[kind].getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value as JSON; null removes it. A full or unavailable storage is not an error. */
export function writeStored(kind: Kind, name: string, value: unknown): void {
  fallback.delete(keyOf(kind, name))
  try {
    if (value === null) window[kind].removeItem(name)
    else window[kind].setItem(name, JSON.stringify(value))
  } catch {
    if (value !== null) fallback.set(keyOf(kind, name), JSON.stringify(value))
  }
}
