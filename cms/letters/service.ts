/** The functions that the collection's hooks use. */

export { type LetterTo, listLettersTo } from './letters-to.ts'
export { lockCreation, recordCreation } from './queries/creations.ts'
export { freeSlug, type LetterRow, lockLetter } from './queries/letters.ts'
