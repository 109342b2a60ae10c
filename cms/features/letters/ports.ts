import type { Payload } from 'payload'
import { port } from '../../platform/port.ts'
import type { VenueArea } from '../venue/rules.ts'

/** A date of an event as a letter shows it. `when` is in words; `path` is its page. */
export type ProgrammeDate = { title: string; when: string; area: string; path: string }

export type ProgrammeQuery = {
  area: VenueArea | null
  interest: string | null
  weeks: number
  /** The dates of the weeks from then on. */
  at: Date
}

/** The public dates of events in the coming weeks, by start. Without a provider, there are no events. */
export const programme =
  port<(payload: Payload, query: ProgrammeQuery) => Promise<ProgrammeDate[]>>('programme')
