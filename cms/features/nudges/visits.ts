import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { campaignVisits } from '../letters/campaigns/ports.ts'
import type { NudgeVisits } from './contract.ts'
import { nudgeError } from './errors.ts'
import { findNudge } from './queries/nudges.ts'
import { findReach } from './queries/reach.ts'
import { cameDays, isSmallReach, visitsUntil } from './rules.ts'

/**
 * Statistics of the visits that began with a click on a nudge, at most 24 hours after the last device or window got it.
 * @throws HttpError `not_found`; `conflict` if it was not sent
 */
export async function visitsOf({ payload }: PayloadRequest, id: number): Promise<NudgeVisits> {
  const db = databaseOf(payload)
  const nudge = await findNudge(db, id)
  if (!nudge) throw nudgeError('not_found')
  const { sentAt, audience } = nudge
  if (!sentAt) throw nudgeError('not_sent')
  const reach = await findReach(db, id)
  const isSending = nudge.state === 'sending'
  const until = visitsUntil(nudge, sentAt, reach.lastAt)
  const isOver = !isSending && until <= new Date()
  const findVisits = campaignVisits.require(payload)
  return {
    id,
    updatedAt: nudge.updatedAt.toISOString(),
    from: sentAt.toISOString(),
    until: isSending ? null : until.toISOString(),
    isOver,
    found: isSmallReach(audience, reach)
      ? { kind: 'small' }
      : await findVisits(payload, {
          source: 'nudge',
          campaign: `nudge-${id}`,
          from: sentAt,
          until,
          cameDays,
        }),
  }
}
