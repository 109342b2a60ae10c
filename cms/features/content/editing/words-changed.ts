import { diffWordsWithSpace } from 'diff'

/** Consecutive words that are in both texts (`same`), only in `after` (`added`) or only in `before` (`removed`). */
export type Piece = { text: string; kind: 'same' | 'added' | 'removed' }

// Texts with more changes count as completely different, because a comparison would take seconds.
const maxChanges = 1500

/**
 * The difference of two texts, word by word. The joined pieces without `added` pieces equal `before`. The
 * joined pieces without `removed` pieces equal `after`.
 */
export function compareWords(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxChanges }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
  return changes.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
}
