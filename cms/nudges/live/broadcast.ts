import type { Payload } from 'payload'
import { type Database, databaseOf } from '../../database/query.ts'
import { findVenue } from '../../venue/service.ts'
import type { LiveNudge } from '../contract.ts'
import { findCapped } from '../queries/deliveries.ts'
import { findLiveNudges, type NudgeRow } from '../queries/nudges.ts'
import { findMemberInterests } from '../recipients.ts'
import { isInAudience, personOfDevice, personOfMember } from '../rules.ts'
import { eventOf } from './events.ts'
import type { Window } from './windows.ts'

const personsOf = ({ device, member }: Window): string[] => [
  ...(member === null ? [] : [personOfMember(member)]),
  ...(device === null ? [] : [personOfDevice(device)]),
]

/** Sends the nudges of the last ten minutes to those windows that they are for and that have not had them. */
export async function showNudges(payload: Payload, windows: readonly Window[]): Promise<void> {
  if (!windows.length) return
  const db = databaseOf(payload)
  const nudges = await findLiveNudges(db)
  for (const nudge of nudges) {
    const waiting = windows.filter(({ sent }) => !sent.has(nudge.id))
    if (!waiting.length) continue
    const event = eventOf(await toLive(payload, nudge))
    for (const window of await viewersOf(db, nudge, waiting)) {
      // Another run may have sent it meanwhile.
      if (window.sent.has(nudge.id)) continue
      window.sent.add(nudge.id)
      window.write(event)
    }
  }
}

/** The windows that a nudge is for. Caps apply to people who get nudges by push. */
async function viewersOf(
  db: Database,
  nudge: NudgeRow,
  windows: readonly Window[],
): Promise<Window[]> {
  const members = windows.flatMap(({ member }) => member ?? [])
  const interests =
    nudge.audience === 'everyone' ? new Map() : await findMemberInterests(db, members)
  const capped = new Set(await findCapped(db, nudge.id, windows.flatMap(personsOf)))
  return windows.filter((window) => {
    if (personsOf(window).some((person) => capped.has(person))) return false
    if (nudge.audience === 'everyone') return true
    const { member, topics } = window
    if (member === null || !interests.has(member)) return false
    return isInAudience(nudge, { member, topics, memberInterests: interests.get(member) ?? [] })
  })
}

async function toLive(payload: Payload, nudge: NudgeRow): Promise<LiveNudge> {
  const { id, link, title, text, sentAt, ttlMinutes } = nudge
  const { productName } = await findVenue(payload)
  return {
    ...{ id: String(id), url: link, text },
    title: title ?? productName,
    expires_at: Number(sentAt) + ttlMinutes * 60_000,
  }
}
