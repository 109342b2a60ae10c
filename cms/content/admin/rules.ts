/** A question as the list of a page shows it; `live` where visitors read a version of it. */
export type Question = {
  id: number
  question: string
  answer: string
  position: number
  state: 'published' | 'draft' | 'changed'
  /** When it was written as it stands here; ISO 8601. */
  updatedAt: string
}

/** `list` with what stood at `from` standing at `to`. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, item)
  return next
}

/** The places to write for an order: those of questions that don't stand there yet, counted from 1. */
export function placesToWrite(list: readonly Question[]): { id: number; position: number }[] {
  return list.flatMap(({ id, position }, index) =>
    position === index + 1 ? [] : [{ id, position: index + 1 }],
  )
}
