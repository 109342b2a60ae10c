import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import type { SyncItemReply, SyncReply, SyncRequest } from '../contract.ts'
import { nightOf, nightWith } from '../night.ts'
import { findMovement } from '../queries/movements.ts'
import type { Shift } from '../queries/shifts.ts'
import { clockLimitMs, type MovementReason, timeOfScan } from '../rules.ts'
import { areaReplies, findCounts } from './areas.ts'
import { type DoorCaller, requireShift } from './callers.ts'
import { doorTitle, openDoor } from './doors.ts'
import { makeScan, recordOverride } from './scan.ts'
import { undoScan } from './store.ts'

type Item = SyncRequest['items'][number]

const reply = (
  { client_id }: Item,
  state: SyncItemReply['state'],
  reason: SyncItemReply['reason'] = null,
): SyncItemReply => ({ client_id, state, reason, since: null, where: null, by: null })

/**
 * Stores scans that phones made without a network. Each is stored in a transaction of its own, so a part that was sent
 * again changes nothing.
 * @throws HttpError `shift_over`
 */
export async function syncScans(
  req: PayloadRequest,
  caller: DoorCaller,
  { shift: token, clock, items }: SyncRequest,
): Promise<SyncReply> {
  const db = databaseOf(req.payload)
  const shift = await requireShift(db, caller, token)
  const receivedAt = Date.now()
  const replies: SyncItemReply[] = []
  for (const item of items) {
    replies.push(await syncOne(req, caller, { item, shift, sent: { clock, receivedAt } }))
  }
  const { timeZone } = await findSiteFacts(req.payload)
  const counts = await findCounts(db, nightOf(new Date(), timeZone))
  const own = items.at(-1)?.area ?? null
  const now = Date.now()
  return {
    now,
    items: replies,
    areas: areaReplies(counts, own ?? 'Event Spaces'),
    clock_behind_ms: receivedAt - clock,
    clock_wrong: Math.abs(receivedAt - clock) > clockLimitMs,
  }
}

async function syncOne(
  req: PayloadRequest,
  caller: DoorCaller,
  { item, shift, sent }: { item: Item; shift: Shift; sent: { clock: number; receivedAt: number } },
): Promise<SyncItemReply> {
  const db = databaseOf(req.payload)
  const time = timeOfScan(item, sent)
  if (!time) return reply(item, 'refused', 'too_old')
  const at = new Date(time.at)
  try {
    const { timeZone } = await findSiteFacts(req.payload)
    const night = nightWith(nightOf(at, timeZone), timeZone)
    const door = await openDoor(req, caller, item, night)
    const { what } = item
    if (what.type === 'undo') {
      const undone = await undoScan(req, { scan: what.scan, at, shift, door })
      return undone === 'undone' ? reply(item, 'counted') : reply(item, 'refused', 'too_late')
    }
    if (await findMovement(db, item.client_id)) return reply(item, 'repeat')
    const isOverride = item.override && caller.mayOverride
    const outcome = await makeScan(req, caller, {
      ...{ what, door, shift, clientId: item.client_id, direction: item.direction },
      ...{ count: item.count, at, isGuess: time.isGuess, isOverride, isDone: true },
      ...{ reason: null, isDry: false },
    })
    const { stored, first, isRepeat, decision } = outcome
    if (isRepeat) return reply(item, 'repeat')
    if (!stored) return reply(item, 'refused', decision.result)
    if (isOverride) await recordOverride(req, stored)
    if (first) {
      return {
        ...reply(item, 'later'),
        ...{ since: first.at.getTime(), where: await doorTitle(db, first.door), by: first.by },
      }
    }
    return stored.reason ? reply(item, 'listed', reasonOf(stored.reason)) : reply(item, 'counted')
  } catch (error) {
    if (error instanceof HttpError) return reply(item, 'refused', 'not_recorded')
    throw error
  }
}

const reasonOf = (reason: MovementReason): SyncItemReply['reason'] => reason
