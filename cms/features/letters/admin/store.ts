import { atom } from 'nanostores'
import type { TimedVisits } from '../campaigns/contract.ts'
import type { AudienceReply, LetterProgress } from '../contract.ts'

/** The progress of the open letter; null until it is known, and for a letter that was never saved. */
export const $progress = atom<LetterProgress | null>(null)

/** The error message if the progress could not be read. */
export const $progressProblem = atom<string | null>(null)

/** How many readers the letter would have if it was sent now; null until they are counted. */
export const $readers = atom<AudienceReply | null>(null)

/** What visits did that began with a click on the open letter; null until it is known. */
export const $visits = atom<TimedVisits | null>(null)

/** The error message if that could not be read. */
export const $visitsProblem = atom<string | null>(null)
