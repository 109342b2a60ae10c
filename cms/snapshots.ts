/**
 * Values read from the database and kept until one of their tags is announced: what every page needs
 * and hardly ever changes. Read once however many ask at the same moment.
 */
const held = new Map<string, { tags: readonly string[]; value: Promise<unknown> }>()

/**
 * @param key names the value
 * @param tags what it is made from
 * @param read makes it; its failure is passed on and nothing is kept
 */
export function snapshot<T>(
  key: string,
  tags: readonly string[],
  read: () => Promise<T>,
): Promise<T> {
  const known = held.get(key)
  if (known) return known.value as Promise<T>
  const value = read()
  held.set(key, { tags, value })
  value.catch(() => {
    if (held.get(key)?.value === value) held.delete(key)
  })
  return value
}

/** Forgets what was made from `tags`; without tags, everything. */
export function dropSnapshots(tags?: string[]): void {
  for (const [key, entry] of held) {
    if (!tags || entry.tags.some((tag) => tags.includes(tag))) held.delete(key)
  }
}
