/** What the collection's hooks need of a letter's row. */
export { lockCreation, recordCreation } from './queries/creations.ts'
export { freeSlug, type LetterRow, lockLetter } from './queries/letters.ts'
