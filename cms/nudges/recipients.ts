import { createToken } from '../crypto/tokens.ts'
import type { Database } from '../database/query.ts'
import { localMoment } from '../venue/opening-hours.ts'
import { isInAudience, slotsOf } from './audience.ts'
import { factsOf, findMemberFacts } from './member-facts.ts'
import { countNudgesOf, type NewDelivery } from './queries/deliveries.ts'
import { type Device, listActiveDevices } from './queries/devices.ts'
import { type Audience, isCapped, personOf } from './rules.ts'
import { firstStart, quietMinutesLeft, slotStarts } from './timing.ts'

/** A device that a nudge is for. */
export type Recipient = {
  device: number
  person: string
  /** When the nudge begins for the device: now, or at the beginning of the person's time slot. */
  startsAt: Date
  /** Minutes from then until the quiet hours of the device end; 0 if it is not quiet. */
  quietMinutes: number
  isCapped: boolean
}

type Options = {
  now: Date
  timeZone: string
  /** Whether each device gets it in the time slot of its person. */
  inSlot: boolean
}

/**
 * The devices that a nudge is for, with what delays or prevents its delivery.
 * @param audience.urgent whether caps do not apply
 */
export async function findRecipients(
  db: Database,
  audience: Audience & { urgent: boolean },
  { now, timeZone, inSlot }: Options,
): Promise<Recipient[]> {
  const devices = await listActiveDevices(db)
  const told = await findMemberFacts(
    db,
    devices.map(({ member }) => member),
  )
  const starts = inSlot ? slotStarts(now, timeZone) : null
  const addressed = devices.flatMap((device) => {
    const facts = factsOf(device, told)
    if (!isInAudience(audience, facts)) return []
    const startsAt = (starts && firstStart(slotsOf(facts), starts)) ?? now
    return [{ device, startsAt, person: personOf(device.id, facts.member) }]
  })
  const persons = [...new Set(addressed.map(({ person }) => person))]
  const counts = audience.urgent ? new Map() : await countNudgesOf(db, persons)
  return addressed.map(({ device, person, startsAt }) => ({
    ...{ device: device.id, person, startsAt },
    quietMinutes: quietMinutesLeft(quietHoursOf(device), localMoment(startsAt, timeZone).minutes),
    isCapped: isCapped(counts.get(person) ?? { day: 0, week: 0 }),
  }))
}

/** The deliveries of a nudge to its recipients. */
export const deliveriesFor = (
  recipients: readonly Recipient[],
  ttlMinutes: number,
): NewDelivery[] =>
  recipients.map(({ device, person, startsAt, quietMinutes, isCapped: isOver }) => {
    const reason = isOver ? 'capped' : quietMinutes >= ttlMinutes ? 'quiet' : null
    return {
      ...{ device, person, reason },
      state: reason ? 'skipped' : 'queued',
      due_at: minutesAfter(startsAt, quietMinutes),
      expires_at: minutesAfter(startsAt, ttlMinutes),
      token: createToken(),
    }
  })

const minutesAfter = (start: Date, minutes: number) =>
  new Date(+start + minutes * 60_000).toISOString()

const quietHoursOf = ({ quiet_from: from, quiet_to: to }: Device) =>
  from === null || to === null ? null : { from, to }
