export type Question = {
  id: number
  question: string
  answer: string
  position: number
  state: 'published' | 'draft' | 'changed'
  /** ISO 8601. */
  updatedAt: string
}

/** A copy of `list` with the item at `from` moved to `to`. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, item)
  return next
}

/**
 * Lists the questions whose stored position differs from their place in `list`, with the new position.
 * Positions count from 1.
 */
export function changedPositions(list: readonly Question[]): { id: number; position: number }[] {
  return list.flatMap(({ id, position }, index) =>
    position === index + 1 ? [] : [{ id, position: index + 1 }],
  )
}
