import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { Picture } from '../../../platform/media/picture.ts'
import type { SignedIn } from '../../members/contract.ts'
import { bookReturned, type CardFacts, findCardFacts } from '../../reservations/guest/card-facts.ts'
import type { GuestSection } from '../../reservations/guest/rules.ts'
import { paysByCard } from '../../reservations/rules.ts'
import type { RsvpState } from '../contract.ts'
import { findPoster } from '../public.ts'
import { findFeedback } from '../queries/notices.ts'
import { eventKind } from '../reservations/kind.ts'
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
  /** Null if nothing is paid by card. */
  card: CardFacts | null
}

/**
 * The reservation of a permanent link; null if there is none. Changes nothing.
 * @param options.hasPaid whether the guest returns from the payment service. Then a payment that has arrived there is
 *   booked first, because the service's message may come later
 */
export async function findReservation(
  payload: Payload,
  token: string,
  { hasPaid = false }: { hasPaid?: boolean } = {},
): Promise<FoundReservation | null> {
  const before = await rsvpByToken(payload, token)
  if (!before) return null
  const isPaying = hasPaid && paysByCard(before) && !before.isPaid
  if (isPaying) await bookReturned(payload, before)
  const state = (isPaying ? await rsvpByToken(payload, token) : before) ?? before
  const section = sectionOf(state, new Date())
  const feedback = section === 'attended' ? await findFeedback(databaseOf(payload), state.id) : null
  const [picture, card] = await Promise.all([
    findPoster(payload, state.subject),
    findCardFacts(eventKind, payload, state),
  ])
  return { state, section, feedback, picture, card }
}

/** The reservations and waitlist positions of a member, for dates that are not over. */
export const findReservationsOf = (payload: Payload, { id }: SignedIn): Promise<RsvpState[]> =>
  upcomingRsvps(databaseOf(payload), id)
