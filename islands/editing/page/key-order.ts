/**
 * The item before or after `current`. The list wraps at both ends.
 * @param current if null or not in the list, the result is the first or last item
 */
export function neighbour<Item>(
  items: readonly Item[],
  current: Item | null,
  step: 1 | -1,
): Item | null {
  const index = current === null ? -1 : items.indexOf(current)
  const next = index < 0 ? (step === 1 ? 0 : -1) : (index + step) % items.length
  return items.at(next) ?? null
}
