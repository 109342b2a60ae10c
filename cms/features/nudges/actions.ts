import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { announce } from '../../platform/database/announce.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { can } from '../../platform/staff/can.ts'
import { findVenue } from '../venue/service.ts'
import { requireFuture } from '../venue/time/future-time.ts'
import { formatVenueTime } from '../venue/time/venue-time.ts'
import { findAudienceProblem } from './audience/check-audience.ts'
import type { ActReply, NudgeProgress, SendRequest } from './contract.ts'
import { nudgeError } from './errors.ts'
import { formatDeviceCount, formatPeopleCount } from './format-counts.ts'
import { cancelDeliveries, findTotals } from './queries/deliveries.ts'
import {
  findNudge,
  lockNudge,
  type NudgeRow,
  setCancelled,
  setDraft,
  setScheduled,
} from './queries/nudges.ts'
import { findViewTotals } from './queries/views.ts'
import { canDo, type NudgeAction, stateLabels } from './rules.ts'
import { startNudge } from './start.ts'
import { nudgesTag } from './tags.ts'

type ActionResult = { message: string; details?: Record<string, unknown> }

/**
 * Sends a nudge at once or in each person's time slot, or schedules it for a time on the venue's clock.
 * @throws HttpError `not_found`, `conflict` if it has changed, `forbidden` if the nudge is urgent and the caller is
 *   not an admin, `bad_request` for an invalid time or audience
 */
export async function sendNudge(
  req: PayloadRequest,
  id: number,
  { seen, at: localTime, in_slot: inSlot }: SendRequest,
): Promise<ActReply> {
  const { timeZone } = await findVenue(req.payload)
  const time = localTime ? requireFuture(localTime, timeZone) : null
  return act(req, id, { action: time ? 'schedule' : 'send', seen }, async (db, nudge) => {
    if (nudge.urgent && !can(req, 'nudges.urgent')) throw nudgeError('urgent')
    const problem = await findAudienceProblem(req.payload, db, nudge)
    if (problem) throw new HttpError('bad_request', problem.message, { field: problem.field })
    if (time) {
      await setScheduled(db, id, time.at)
      const when = formatVenueTime(time.at, timeZone)
      return {
        message: `It will be sent on ${when}.${time.remark}`,
        details: { at: time.at.toISOString() },
      }
    }
    const { devices, people } = await startNudge(req, db, nudge, { inSlot })
    const recipients = `${formatDeviceCount(devices)} of ${formatPeopleCount(people)}`
    const message = !devices
      ? 'No device gets it now. Open windows of the site show it.'
      : inSlot
        ? `It goes to ${recipients}, to each in their time slot within the next 24 hours.`
        : `It is on its way to ${recipients}.`
    return { message, details: { devices, people, ...(inSlot && { in_slot: true }) } }
  })
}

/** Turns a scheduled nudge into a draft again, or stops a nudge that is being sent. */
export const cancelNudge = (req: PayloadRequest, id: number): Promise<ActReply> =>
  act(req, id, { action: 'cancel', seen: null }, async (db, { state }) => {
    if (state === 'scheduled') {
      await setDraft(db, id)
      return { message: 'It is a draft again and is sent to nobody.' }
    }
    const devices = await cancelDeliveries(db, id)
    await setCancelled(db, id)
    await announce(req, [nudgesTag])
    return {
      message: devices
        ? `${formatDeviceCount(devices)} did not get it yet and will not.`
        : 'No device waited for it. No more windows of the site show it.',
      details: { devices },
    }
  })

/**
 * Applies an action to a locked nudge. Of several concurrent callers only one succeeds.
 * @param options.seen the version that the caller has seen; null for any
 */
async function act(
  req: PayloadRequest,
  id: number,
  { action, seen }: { action: NudgeAction; seen: string | null },
  apply: (db: Database, nudge: NudgeRow) => Promise<ActionResult>,
): Promise<ActReply> {
  return inTransaction(req, async (db) => {
    const nudge = await lockNudge(db, id)
    if (!nudge) throw nudgeError('not_found')
    if (!canDo(action, nudge.state)) {
      throw new HttpError('conflict', `This nudge is ${stateLabels[nudge.state]} by now.`)
    }
    if (seen !== null && nudge.updatedAt.getTime() !== Date.parse(seen)) throw nudgeError('changed')
    const { message, details } = await apply(db, nudge)
    await record(req, {
      action: `nudge_${action}`,
      subject: nudge.text,
      of_collection: 'nudges',
      document: id,
      ...(details && { details }),
    })
    return { ...(await findProgress(db, id)), message }
  })
}

/** @throws HttpError `not_found` */
export async function findProgress(db: Database, id: number): Promise<NudgeProgress> {
  const nudge = await findNudge(db, id)
  if (!nudge) throw nudgeError('not_found')
  const { state, at, sentAt, inSlot, missedAt, updatedAt } = nudge
  return {
    ...(await findTotals(db, id)),
    ...(await findViewTotals(db, id)),
    id,
    state,
    at: at?.toISOString() ?? null,
    sentAt: sentAt?.toISOString() ?? null,
    inSlot,
    missedAt: missedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }
}

/** `findProgress` outside a transaction. @throws HttpError `not_found` */
export const progressOf = ({ payload }: PayloadRequest, id: number): Promise<NudgeProgress> =>
  findProgress(databaseOf(payload), id)
