import { atom } from 'nanostores'
import type { AudienceReply, LetterStanding } from '../contract.ts'

/** How the letter that is open stands; null until that is known, and for one that was never saved. */
export const $standing = atom<LetterStanding | null>(null)

/** Why that is not known, in words. */
export const $standingFault = atom<string | null>(null)

/** Whom the letter would go to as it is written now. */
export const $readers = atom<AudienceReply | null>(null)
