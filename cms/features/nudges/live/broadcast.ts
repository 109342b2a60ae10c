import type { Payload } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { serverSentEvent } from '../../../platform/live/events.ts'
import { type LiveWindow, perWindow } from '../../../platform/live/windows.ts'
import { findRespondedCondition } from '../../newsletter/ports.ts'
import { findVenue } from '../../venue/service.ts'
import { type DeviceFacts, isInAudience, slotsOf } from '../audience/audience.ts'
import { factsOf, findMemberFacts } from '../audience/member-facts.ts'
import type { LiveNudge } from '../contract.ts'
import { findResponded } from '../queries/audience.ts'
import { findCapped } from '../queries/deliveries.ts'
import { type Device, findDevices } from '../queries/devices.ts'
import { findLiveNudges, type NudgeRow } from '../queries/nudges.ts'
import { findDeliveryTokens } from '../queries/views.ts'
import { personOfDevice, personOfMember } from '../rules.ts'
import { firstStart, type SlotStarts, slotStarts } from '../timing.ts'
import { isLive } from './rules.ts'
import { createWindowToken } from './window-token.ts'

/**
 * For each nudge, by id: when to check next whether a window gets it, in ms since 1970. Infinity means never again. A
 * nudge without an entry is checked at once.
 */
const nextChecksOf = perWindow(() => new Map<number, number>())

/** A nudge that some windows may show now. */
type Live = {
  nudge: NudgeRow
  sentAt: Date
  /** When each time slot begins for this nudge; null if it is not delivered in time slots. */
  starts: SlotStarts | null
  /** People who do not get it because of the caps. */
  capped: ReadonlySet<string>
  /** Members who do not get it because they have responded to the event of the nudge. */
  responded: ReadonlySet<number>
}

/** The person who looks at a window, and the choices that were made on the device. */
type Viewer = Pick<Device, 'member' | 'topics' | 'time_slots'> & { device: number | null }

/**
 * Sends the nudges that began in the last ten minutes to the windows that they are for. A nudge in time slots begins,
 * for each viewer, when the viewer's slot begins. A nudge is checked once for each window, and a second time when the
 * viewer's slot begins, if that is later.
 */
export async function showNudges(
  payload: Payload,
  windows: readonly LiveWindow[],
  now = new Date(),
): Promise<void> {
  if (!windows.length) return
  const db = databaseOf(payload)
  const { timeZone, productName, topics } = await findVenue(payload)
  const nudges = (await findLiveNudges(db)).flatMap((nudge) => {
    const sentAt = nudge.sentAt ?? now
    const starts = nudge.inSlot ? slotStarts(sentAt, timeZone) : null
    const all = [sentAt, ...(starts ? Object.values(starts) : [])]
    const { ttlMinutes } = nudge
    const isNow = all.some((startsAt) => isLive({ startsAt, ttlMinutes, now }))
    return isNow ? [{ nudge, sentAt, starts }] : []
  })
  const isCheckDue = (window: LiveWindow, { id }: NudgeRow) =>
    +now >= (nextChecksOf(window).get(id) ?? 0)
  const waiting = windows.filter((window) => nudges.some(({ nudge }) => isCheckDue(window, nudge)))
  if (!waiting.length) return
  const viewers = await findViewers(db, waiting)
  const live = await withExcludedViewers(
    payload,
    nudges,
    viewers.map(([, viewer]) => viewer),
  )
  const needsFacts = nudges.some(({ nudge, starts }) => nudge.audience !== 'everyone' || starts)
  const members = needsFacts ? viewers.map(([, { member }]) => member) : []
  const known = await findMemberFacts(db, members, topics)
  const tokenOf = await findTokens(db, nudges, viewers)
  for (const [window, viewer] of viewers) {
    const facts = factsOf(viewer, known)
    for (const each of live) {
      const { nudge, sentAt, starts } = each
      // A concurrent call may have checked this window while the facts were read.
      if (!isCheckDue(window, nudge)) continue
      const startsAt = (starts && firstStart(slotsOf(facts), starts)) ?? sentAt
      const isTheirs = isFor(each, viewer, facts)
      const isLater = isTheirs && startsAt > now
      nextChecksOf(window).set(nudge.id, isLater ? +startsAt : Number.POSITIVE_INFINITY)
      const token = tokenOf(nudge, viewer)
      if (token && isTheirs && isLive({ startsAt, ttlMinutes: nudge.ttlMinutes, now })) {
        window.write(serverSentEventFor(nudge, startsAt, productName, token))
      }
    }
  }
}

/** The windows with their devices' current settings. If nobody is signed in, the device's member is the viewer. */
async function findViewers(
  db: Database,
  windows: readonly LiveWindow[],
): Promise<[LiveWindow, Viewer][]> {
  const ids = windows.flatMap(({ device }) => device ?? [])
  const devices = ids.length ? await findDevices(db, ids) : []
  const byId = new Map(devices.map((device) => [device.id, device]))
  return windows.map((window) => {
    const device = byId.get(window.device ?? 0)
    return [
      window,
      {
        member: window.member ?? device?.member ?? null,
        device: device?.id ?? null,
        topics: device?.topics ?? null,
        time_slots: device?.time_slots ?? null,
      },
    ]
  })
}

/**
 * Finds the token of a nudge for each window. If the window's device also gets the nudge by push, the token is that of
 * the delivery, so that the person is counted once. Otherwise the token is new. It is null if the person has already
 * clicked the device's notification, which may have opened this window.
 */
async function findTokens(
  db: Database,
  nudges: readonly Pick<Live, 'nudge'>[],
  viewers: readonly [LiveWindow, Viewer][],
): Promise<(nudge: NudgeRow, viewer: Viewer) => string | null> {
  const devices = viewers.flatMap(([, { device }]) => device ?? [])
  const ids = nudges.map(({ nudge }) => nudge.id)
  const rows = devices.length ? await findDeliveryTokens(db, ids, devices) : []
  const deliveries = new Map(rows.map((row) => [`${row.nudge} ${row.device}`, row]))
  return ({ id }, { device }) => {
    const delivery = deliveries.get(`${id} ${device}`)
    if (delivery?.is_clicked) return null
    return delivery?.token ?? createWindowToken(id)
  }
}

const personsOf = ({ device, member }: Viewer): string[] => [
  ...(member === null ? [] : [personOfMember(member)]),
  ...(device === null ? [] : [personOfDevice(device)]),
]

async function withExcludedViewers(
  payload: Payload,
  nudges: readonly Omit<Live, 'capped' | 'responded'>[],
  viewers: readonly Viewer[],
): Promise<Live[]> {
  const db = databaseOf(payload)
  const persons = viewers.flatMap(personsOf)
  const members = viewers.flatMap(({ member }) => member ?? [])
  const live: Live[] = []
  for (const each of nudges) {
    const respondedCondition = findRespondedCondition(payload, each.nudge.eventDate)
    live.push({
      ...each,
      capped: new Set(await findCapped(db, each.nudge.id, persons)),
      responded: new Set(
        respondedCondition ? await findResponded(db, members, respondedCondition) : [],
      ),
    })
  }
  return live
}

/**
 * Whether a nudge is for a viewer. Viewers about whom nothing is known get only nudges for everyone. The caps apply
 * only to people who get nudges by push.
 */
function isFor({ nudge, capped, responded }: Live, viewer: Viewer, facts: DeviceFacts): boolean {
  if (viewer.member !== null && responded.has(viewer.member)) return false
  if (personsOf(viewer).some((person) => capped.has(person))) return false
  const isUnknown = viewer.device === null && facts.member === null
  return nudge.audience === 'everyone' || (!isUnknown && isInAudience(nudge, facts))
}

const serverSentEventFor = (
  { id, link, title, text, ttlMinutes }: NudgeRow,
  startsAt: Date,
  productName: string,
  token: string,
): string =>
  serverSentEvent('nudge', {
    id: String(id),
    token,
    url: link,
    title: title ?? productName,
    text,
    expires_at: +startsAt + ttlMinutes * 60_000,
  } satisfies LiveNudge)
