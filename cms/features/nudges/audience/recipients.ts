import { createToken } from '../../../platform/crypto/tokens.ts'
import type { Database } from '../../../platform/database/query.ts'
import type { RespondedCondition } from '../../newsletter/ports.ts'
import { quietEnd } from '../../venue/hours/quiet-hours.ts'
import { findDueTimes, type NewDelivery } from '../queries/deliveries.ts'
import { type Device, listActiveDevices } from '../queries/devices.ts'
import { type Audience, isCapped, personOf, type QuietHours } from '../rules.ts'
import { nextSlotStarts, slotStarts } from '../timing.ts'
import { type DeviceFacts, isInAudience, slotsOf } from './audience.ts'
import { factsOf, findMemberFacts } from './member-facts.ts'

/** A device that a nudge is for, and when the device gets the nudge. */
export type Recipient = {
  device: number
  person: string
  /** When the nudge begins for the device: now, or at the beginning of a time slot of the person. */
  startsAt: Date
  /** `startsAt`, or the end of the device's quiet hours at that time. */
  dueAt: Date
  /** Why the device does not get the nudge. `quiet`: its quiet hours last longer than the nudge is valid. */
  skipReason: 'capped' | 'quiet' | null
}

/** The properties of a nudge that decide who gets it and when. */
export type Addressed = Audience & {
  /** Null for a nudge that is not stored. */
  id: number | null
  /** Whether caps do not apply. */
  urgent: boolean
  ttlMinutes: number
}

type Options = {
  now: Date
  venue: { timeZone: string; topics: readonly string[] }
  /** Whether each device gets the nudge in a time slot of its person. */
  inSlot: boolean
  /** Which members are left out, see `findRespondedCondition`. */
  respondedCondition: RespondedCondition | null
}

/** How many devices are read at a time. The limit saves memory and keeps other requests from waiting. */
const pageSize = 5000

/** The devices that a nudge is for, in groups. */
export async function* findRecipients(
  db: Database,
  nudge: Addressed,
  { now, venue, inSlot, respondedCondition }: Options,
): AsyncGenerator<Recipient[]> {
  const findStart = createStartFinder(nudge, { now, inSlot, timeZone: venue.timeZone })
  // In all other cases, what members told us does not matter.
  const needsFacts = inSlot || nudge.audience === 'chosen'
  for (let afterId: number | null = 0; afterId !== null; ) {
    const devices: Device[] = await listActiveDevices(db, nudge, {
      afterId,
      limit: pageSize,
      respondedCondition,
    })
    afterId = devices.length === pageSize ? (devices.at(-1)?.id ?? null) : null
    const members = needsFacts ? devices.map(({ member }) => member) : []
    const known = await findMemberFacts(db, members, venue.topics)
    const addressed = devices.flatMap((device) => {
      const facts = needsFacts ? factsOf(device, known) : { ...device, memberFacts: null }
      if (!isInAudience(nudge, facts)) return []
      const person = personOf(device.id, facts.member)
      return [{ device: device.id, person, ...findStart(facts, quietHoursOf(device)) }]
    })
    const persons = [...new Set(addressed.map(({ person }) => person))]
    const times = nudge.urgent ? new Map() : await findDueTimes(db, persons, nudge.id)
    yield addressed.map(({ isTooQuiet, ...recipient }) => ({
      ...recipient,
      skipReason: isCapped(times.get(recipient.person) ?? [], +recipient.dueAt)
        ? 'capped'
        : isTooQuiet
          ? 'quiet'
          : null,
    }))
  }
}

type Start = { startsAt: Date; dueAt: Date; isTooQuiet: boolean }

/**
 * Finds when a nudge begins for a device. A nudge in time slots begins with the first of the person's slots for which
 * the nudge is still valid when the device's quiet hours end.
 */
function createStartFinder(
  { ttlMinutes }: Addressed,
  { now, inSlot, timeZone }: { now: Date; inSlot: boolean; timeZone: string },
): (facts: DeviceFacts, quiet: QuietHours) => Start {
  const starts = inSlot ? [slotStarts(now, timeZone), nextSlotStarts(now, timeZone)] : []
  // Many devices have the same quiet hours, and finding their end is slow.
  const ends = new Map<string, Date>()
  const startAt = (startsAt: Date, quiet: QuietHours): Start => {
    const key = `${quiet?.from} ${quiet?.to} ${+startsAt}`
    const dueAt = ends.get(key) ?? quietEnd(quiet, startsAt, timeZone)
    ends.set(key, dueAt)
    return { startsAt, dueAt, isTooQuiet: dueAt >= minutesAfter(startsAt, ttlMinutes) }
  }
  return (facts, quiet) => {
    const times = slotsOf(facts).flatMap((slot) => starts.map((each) => each[slot]))
    const possible = times
      .sort((one, other) => +one - +other)
      .map((startsAt) => startAt(startsAt, quiet))
    return possible.find(({ isTooQuiet }) => !isTooQuiet) ?? possible[0] ?? startAt(now, quiet)
  }
}

/** The deliveries of a nudge to its recipients. */
export const deliveriesFor = (
  recipients: readonly Recipient[],
  ttlMinutes: number,
): NewDelivery[] =>
  recipients.map(({ device, person, startsAt, dueAt, skipReason }) => ({
    device,
    person,
    state: skipReason ? 'skipped' : 'queued',
    due_at: dueAt.toISOString(),
    expires_at: minutesAfter(startsAt, ttlMinutes).toISOString(),
    token: createToken(),
    reason: skipReason,
  }))

const minutesAfter = (start: Date, minutes: number) => new Date(+start + minutes * 60_000)

const quietHoursOf = ({ quiet_from: from, quiet_to: to }: Device): QuietHours =>
  from === null || to === null ? null : { from, to }
