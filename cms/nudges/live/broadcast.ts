import type { Payload } from 'payload'
import { type Database, databaseOf } from '../../database/query.ts'
import { findVenue } from '../../venue/service.ts'
import { type DeviceFacts, isInAudience, slotsOf } from '../audience.ts'
import { factsOf, findMemberFacts } from '../member-facts.ts'
import { findCapped } from '../queries/deliveries.ts'
import { findLiveNudges, type NudgeRow } from '../queries/nudges.ts'
import { personOfDevice, personOfMember } from '../rules.ts'
import { firstStart, type SlotStarts, slotStarts } from '../timing.ts'
import { eventOf } from './events.ts'
import { isLive, nudgesAfter } from './rules.ts'
import type { Window } from './windows.ts'

/** A nudge that some windows show now. */
type Live = {
  nudge: NudgeRow
  sentAt: Date
  /** When each time slot began for this nudge; null if it is not delivered in time slots. */
  starts: SlotStarts | null
  /** People who do not get it, because they have had enough. */
  capped: ReadonlySet<string>
}

/** Sends the nudges of the last ten minutes to those windows that they are for and that have not had them. */
export async function showNudges(
  payload: Payload,
  windows: readonly Window[],
  now = new Date(),
): Promise<void> {
  if (!windows.length) return
  const db = databaseOf(payload)
  const { timeZone, productName } = await findVenue(payload)
  const nudges = (await findLiveNudges(db)).flatMap((nudge) => {
    const sentAt = nudge.sentAt ?? now
    const starts = nudge.inSlot ? slotStarts(sentAt, timeZone) : null
    const all = [sentAt, ...(starts ? Object.values(starts) : [])]
    const { ttlMinutes } = nudge
    const isNow = all.some((startsAt) => isLive({ startsAt, ttlMinutes, now }))
    return isNow ? [{ nudge, sentAt, starts }] : []
  })
  const waiting = windows.filter(({ sent }) => nudges.some(({ nudge }) => !sent.has(nudge.id)))
  if (!waiting.length) return
  const live = await withCapped(db, nudges, waiting)
  const needsFacts = nudges.some(({ nudge, starts }) => nudge.audience !== 'everyone' || starts)
  const told = await findMemberFacts(db, needsFacts ? waiting.map(({ member }) => member) : [])
  for (const window of waiting) {
    const facts = factsOf(window, told)
    const found = live
      .filter((each) => isFor(each, window, facts))
      .map(({ nudge, sentAt, starts }) => {
        const startsAt = (starts && firstStart(slotsOf(facts), starts)) ?? sentAt
        return { ...nudge, startsAt }
      })
      .filter(({ startsAt, ttlMinutes }) => isLive({ startsAt, ttlMinutes, now }))
      .sort((one, other) => +one.startsAt - +other.startsAt)
    const fresh = new Set(nudgesAfter(found, window.after))
    for (const nudge of found) {
      if (window.sent.has(nudge.id)) continue
      window.sent.add(nudge.id)
      if (fresh.has(nudge)) window.write(eventFor(nudge, productName))
    }
  }
}

const personsOf = ({ device, member }: Window): string[] => [
  ...(member === null ? [] : [personOfMember(member)]),
  ...(device === null ? [] : [personOfDevice(device)]),
]

async function withCapped(
  db: Database,
  nudges: readonly Omit<Live, 'capped'>[],
  windows: readonly Window[],
): Promise<Live[]> {
  const persons = windows.flatMap(personsOf)
  const live: Live[] = []
  for (const each of nudges) {
    live.push({ ...each, capped: new Set(await findCapped(db, each.nudge.id, persons)) })
  }
  return live
}

/**
 * Whether a nudge is for a window. One for certain people is not for a window of which nothing is known. Caps
 * apply to people who get nudges by push.
 */
function isFor({ nudge, capped }: Live, window: Window, facts: DeviceFacts): boolean {
  if (personsOf(window).some((person) => capped.has(person))) return false
  const isUnknown = window.device === null && facts.member === null
  return nudge.audience === 'everyone' || (!isUnknown && isInAudience(nudge, facts))
}

const eventFor = (
  { id, link, title, text, startsAt, ttlMinutes }: NudgeRow & { startsAt: Date },
  productName: string,
): string =>
  eventOf({
    ...{ id: String(id), url: link, text },
    title: title ?? productName,
    expires_at: +startsAt + ttlMinutes * 60_000,
  })
