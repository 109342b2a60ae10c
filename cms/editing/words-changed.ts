import { diffWordsWithSpace } from 'diff'

/** A stretch of words that stands in both texts, or in one of them. */
export type Piece = { text: string; kind: 'same' | 'added' | 'removed' }

// A text that was written anew is told as such: to look for what is left of it would take seconds.
const mostChanges = 1500

/**
 * What changed from one text to another, word by word. The pieces that are not `added` make up
 * `before`, those that are not `removed` make up `after`.
 */
export function wordsChanged(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: mostChanges }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
  return changes.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
}
