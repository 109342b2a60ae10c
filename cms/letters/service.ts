// The functions of letters that other features and the hooks of the collection may use.

export { listLettersOf } from './letters-of.ts'
export { lockCreation, recordCreation } from './queries/creations.ts'
export {
  findExistingLetters,
  findFreeSlug,
  findUnsentAbout as findUnsentLetterAbout,
  type LetterRow,
  lockLetter,
} from './queries/letters.ts'
