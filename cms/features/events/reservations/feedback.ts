import type { PayloadRequest } from 'payload'
import { withLockedReservation } from '../../reservations/service.ts'
import { eventError } from '../errors.ts'
import { saveFeedback } from '../queries/notices.ts'
import { feedbackDays } from '../rules.ts'
import { eventKind } from './kind.ts'

/**
 * Stores how a guest liked an event. New feedback replaces the old.
 * @param feedback.score 1 to 3
 * @throws HttpError `not_found`, `cancelled`, `waiting`, `unconfirmed`, `too_early`, `too_late`
 */
export const giveFeedback = (
  req: PayloadRequest,
  { rsvp, score, text }: { rsvp: number; score: number; text: string | null },
): Promise<void> =>
  withLockedReservation(eventKind, req, rsvp, async ({ db, subject: date }, found) => {
    if (found.status === 'cancelled') throw eventError('cancelled')
    if (found.status === 'held') throw eventError('unconfirmed')
    if (found.status === 'waitlisted' || found.status === 'offered') throw eventError('waiting')
    const now = Date.now()
    if (date.status === 'postponed' || date.startsAt.getTime() > now) throw eventError('too_early')
    if (date.endsAt.getTime() + feedbackDays * 86_400_000 < now) throw eventError('too_late')
    await saveFeedback(db, { rsvp: found.id, date: date.id, score, text })
  })
