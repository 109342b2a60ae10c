// The functions of letters that other features and the hooks of the collection may use.

export { lockCreation, recordCreation } from './queries/creations.ts'
export {
  findExistingLetters,
  findFreeSlug,
  findUnsentAbout as findUnsentLetterAbout,
  lockLetterForm,
} from './queries/letters.ts'
export { listLettersOf } from './sending/letters-of.ts'
