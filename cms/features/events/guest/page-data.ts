import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { Picture } from '../../../platform/media/picture.ts'
import type { SignedIn } from '../../members/contract.ts'
import type { GuestSection } from '../../reservations/guest/rules.ts'
import type { RsvpState } from '../contract.ts'
import { findPoster } from '../public.ts'
import { findFeedback } from '../queries/notices.ts'
import { rsvpByToken, upcomingRsvps } from '../service.ts'
import { sectionOf } from './rules.ts'

/** What the page of a reservation shows. */
export type FoundReservation = {
  state: RsvpState
  section: GuestSection
  /** The guest's feedback about the event; null if the guest gave none. */
  feedback: { score: number; text: string | null } | null
  /** The picture of the event's poster. */
  picture: Picture | null
}

/** The reservation of a permanent link; null if there is none. Changes nothing. */
export async function findReservation(
  payload: Payload,
  token: string,
): Promise<FoundReservation | null> {
  const state = await rsvpByToken(payload, token)
  if (!state) return null
  const section = sectionOf(state, new Date())
  const feedback = section === 'attended' ? await findFeedback(databaseOf(payload), state.id) : null
  return { state, section, feedback, picture: await findPoster(payload, state.subject) }
}

/** The reservations and waitlist positions of a member, for dates that are not over. */
export const findReservationsOf = (payload: Payload, { id }: SignedIn): Promise<RsvpState[]> =>
  upcomingRsvps(databaseOf(payload), id)
