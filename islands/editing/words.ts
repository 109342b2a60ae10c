import { diffWordsWithSpace } from 'diff'

export type Piece = { text: string; change: 'same' | 'added' | 'removed' }

/** What became of a text, word by word. */
export const changedWords = (before: string, after: string): Piece[] =>
  diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }))
