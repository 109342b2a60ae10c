/** What the collection's hooks need of a letter's row. */
export { freeSlug, type LetterRow, lockLetter } from './queries/letters.ts'
