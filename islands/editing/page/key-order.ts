/**
 * The neighbour of an element among those that can be edited; past the end it goes on at the other.
 * @param current null where none has the focus: the first or last is next
 */
export function neighbour<Item>(
  items: readonly Item[],
  current: Item | null,
  step: 1 | -1,
): Item | null {
  if (!items.length) return null
  const index = current === null ? -1 : items.indexOf(current)
  if (index < 0) return items.at(step === 1 ? 0 : -1) ?? null
  return items.at((index + step) % items.length) ?? null
}
