import { atom } from 'nanostores'
import type { CountReply, NudgeProgress, NudgeVisits } from '../contract.ts'

/** The progress of the open nudge; null until it is known, and for a nudge that was never saved. */
export const $progress = atom<NudgeProgress | null>(null)

/** The error message if the progress could not be read. */
export const $progressProblem = atom<string | null>(null)

/** How many people and devices would get the nudge with its current fields; null until this is known. */
export const $count = atom<CountReply | null>(null)

/** Statistics of the visits that began with a click on the open nudge; null until they are known. */
export const $visits = atom<NudgeVisits | null>(null)

/** The error message if these statistics could not be read. */
export const $visitsProblem = atom<string | null>(null)
