/**
 * The item before or after `current`; past either end it continues at the other.
 * @param current null or unknown: the first or last item
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
