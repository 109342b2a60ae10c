import { atom } from 'nanostores'
import type { CountReply, NudgeProgress, NudgeVisits } from '../contract.ts'

/** The progress of the open nudge; null until it is known, and for one that was never saved. */
export const $progress = atom<NudgeProgress | null>(null)

/** The error message if the progress could not be read. */
export const $progressProblem = atom<string | null>(null)

/** Who would get the nudge as it is now; null until it is known. */
export const $count = atom<CountReply | null>(null)

/** What visits that came by the open nudge did; null until it is known. */
export const $visits = atom<NudgeVisits | null>(null)

/** The error message if the visits could not be read. */
export const $visitsProblem = atom<string | null>(null)
