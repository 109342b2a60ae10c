import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import {
  type SyncItem,
  type SyncItemReply,
  type SyncReply,
  type SyncRequest,
  syncItem,
} from '../contract.ts'
import { nightOf, nightWith } from '../night.ts'
import { findMovement } from '../queries/movements.ts'
import type { CurrentShift } from '../queries/shifts.ts'
import { clockLimitMs, timeOfScan } from '../rules.ts'
import { areaReplies, findCounts } from './areas.ts'
import { type DoorCaller, requireShift } from './callers.ts'
import { doorTitle, openDoor } from './doors.ts'
import { makeScan } from './scan.ts'
import { recountLeaving, undoScan } from './store.ts'

const reply = (
  { client_id }: Pick<SyncItem, 'client_id'>,
  state: SyncItemReply['state'],
  reason: SyncItemReply['reason'] = null,
): SyncItemReply => ({ client_id, state, reason, since: null, where: null, by: null })

/**
 * Stores scans that phones made without a network. Each is stored in a transaction of its own, so a part that was sent
 * again changes nothing. One that fails has no reply, and holds back no others.
 * @throws HttpError `shift_over`
 */
export async function syncScans(
  req: PayloadRequest,
  caller: DoorCaller,
  { shift: token, clock, items }: SyncRequest,
): Promise<SyncReply> {
  const db = databaseOf(req.payload)
  const shift = await requireShift(db, caller, token, { isLate: true })
  const receivedAt = Date.now()
  const replies: SyncItemReply[] = []
  const nights = new Set<string>()
  for (const each of items) {
    const { data: item } = syncItem.safeParse(each)
    if (!item) {
      replies.push(reply(each, 'refused', 'unreadable'))
      continue
    }
    try {
      const sent = { clock, receivedAt }
      replies.push(await syncOne(req, caller, { item, shift, sent, nights }))
    } catch (err) {
      log.error({ err }, 'a scan that a phone sent could not be stored')
    }
  }
  for (const night of nights) await recountLeaving(req, night)
  const { timeZone } = await findSiteFacts(req.payload)
  const counts = await findCounts(db, nightOf(new Date(), timeZone))
  const own = syncItem.safeParse(items.at(-1)).data?.area ?? null
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
  {
    item,
    shift,
    sent,
    nights,
  }: {
    item: SyncItem
    shift: CurrentShift
    sent: { clock: number; receivedAt: number }
    /** Gets the nights in which people came or left. */
    nights: Set<string>
  },
): Promise<SyncItemReply> {
  const db = databaseOf(req.payload)
  const time = timeOfScan(item, sent)
  if (!time) return reply(item, 'refused', 'too_old')
  const at = new Date(time.at)
  try {
    const { timeZone } = await findSiteFacts(req.payload)
    const night = nightWith(nightOf(at, timeZone), timeZone)
    const door = await openDoor(req, caller, item, { night, isPast: true })
    nights.add(night.day)
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
      ...{ reason: null, isDry: false, decidedOn: item.reservation, rules: shift.areas },
    })
    const { stored, first, isRepeat, decision } = outcome
    if (isRepeat) return reply(item, 'repeat')
    if (!stored) return reply(item, 'refused', decision.result)
    if (first) {
      return {
        ...reply(item, 'later'),
        ...{ since: first.at.getTime(), where: await doorTitle(db, first.door), by: first.by },
      }
    }
    return stored.reason ? reply(item, 'listed', stored.reason) : reply(item, 'counted')
  } catch (error) {
    if (error instanceof HttpError) return reply(item, 'refused', 'not_recorded')
    throw error
  }
}
