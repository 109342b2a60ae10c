import { z } from 'zod'
import { rowId, textLine } from '../../platform/http/texts/fields.ts'
import { type VenueArea, venueAreas } from '../venue/rules.ts'
import { maxCodeLength } from './code.ts'
import {
  type GuestTimes,
  limits,
  type OtherKind,
  type ResultKind,
  readDoor,
  syncLimits,
} from './rules.ts'

/** A door, such as `event:12`, `area:beer-hall` or `tables`. */
const door = z
  .string()
  .max(60)
  .refine((key) => readDoor(key) !== null, 'Choose a door.')
/** The secret of an enrolled phone. */
const shift = z.string().max(60)
/** The idempotency key of one scan: a random UUID of the phone. */
const clientId = z.uuid()
/** Times in ms since 1970. */
const time = z.int().min(0).max(8_640_000_000_000_000)
const count = z.int().min(1).max(syncLimits.people)

/** Where the people are counted, if the door is an event in several areas. */
const area = z.enum(venueAreas).nullable().default(null)

/**
 * Who a scan is about: a code, somebody found by name, or guests without a reservation (`walk_in`). For `undo` it is the
 * scan that is undone.
 */
const what = z.discriminatedUnion('type', [
  z.object({ type: z.literal('code'), code: z.string().max(maxCodeLength) }),
  z.object({ type: z.literal('guest'), reservation: rowId }),
  z.object({ type: z.literal('walk_in') }),
  z.object({ type: z.literal('undo'), scan: clientId }),
])

const scan = {
  client_id: clientId,
  door,
  area,
  what,
  direction: z.enum(['in', 'out']).default('in'),
  /** How many come in or leave; null: all of the party, and one walk-in. */
  count: count.nullable().default(null),
  /** Whether to let them in above the limit of the area. That needs the right, and is audited. */
  override: z.boolean().default(false),
}

/** `POST …/doors`: the doors of tonight that the caller may choose. */
export const doorsRequest = z.object({})
export type DoorsReply = {
  night: NightReply
  doors: DoorChoice[]
  /** Whether the caller may let people in above the limit of an area. */
  may_override: boolean
}
export type DoorChoice = {
  door: string
  title: string
  /** ISO 8601; null for areas and tables. */
  starts_at: string | null
  areas: VenueArea[]
}
/** `ends_at`: when the night and its shifts end. Times are in ms since 1970. */
type NightReply = { day: string; ends_at: number }

/** `POST …/enrol`: begins a shift on this phone. `name`: what staff call the phone, `Anna, front door`. */
export const enrolRequest = z.object({
  name: textLine('The name', limits.shiftName, 'Write whose phone this is.').refine(
    Boolean,
    'Write whose phone this is.',
  ),
  door,
})
/** `shift`: the secret for the other calls; `now`: the server's time. */
export type EnrolReply = { shift: string; id: number; ends_at: number; now: number }

/** `POST …/end`: ends the own shift. */
export const endRequest = z.object({ shift })
/** `POST /api/check-in/revoke`: ends another phone's shift. */
export const revokeRequest = z.object({ id: rowId })
/** `POST /api/check-in/shifts`: the phones of tonight. */
export type ShiftsReply = {
  shifts: { id: number; name: string; door: string; since: string; last_seen: string }[]
}

/** `POST …/list`. `version`: that of the list which the phone has; the reply is short if nothing changed. */
export const listRequest = z.object({
  shift,
  door,
  area,
  version: z.string().max(40).nullable().default(null),
})
/**
 * One reservation of the list. Fields with their usual value are left out, to keep the list small.
 */
export type ListGuest = {
  id: number
  /** What they reserved, if it is neither an event nor a table. */
  kind?: OtherKind
  /** Where they are counted; by default the area of the door. */
  area?: VenueArea
  name?: string
  party: number
  /** By default `going`. */
  status?: 'held' | 'waitlisted' | 'offered' | 'cancelled' | 'attended' | 'no_show'
  /** By default 1. */
  version?: number
  member?: number
  /** By default 0. */
  inside?: number
  came?: number
  /** What each person pays at the bar, in minor units. By default 0. */
  due?: number
  /** When, where and by whom the last ones were let in. */
  last?: { at: number; door: string; by: string }
  /** Of members, except at the door of an event. */
  times?: GuestTimes
}
export type AreaReply = {
  area: VenueArea
  inside: number
  limit: number | null
  re_entry: boolean
}
export type ListReply = {
  /** The server's time when it began to read the list, in ms since 1970. */
  now: number
  version: string
  night: NightReply
  /** The counts of all areas with a limit or without re-entry, and of the door's own area. */
  areas: AreaReply[]
  /** The area in which this door counts. */
  area: VenueArea
} & (
  | { unchanged: true }
  | {
      unchanged: false
      title: string
      guests: ListGuest[]
      /** The public keys for codes, as in `/.well-known/check-in-keys.json`. */
      keys: { kid: string; kty: string; crv: string; x: string; y: string }[]
      /** Members who were suspended, whose membership ended, and browsers' keys that were revoked. */
      lost: { members: number[]; suspended: number[]; devices: number[] }
      /** Members inside this area without a reservation: `[member, inside, came, at]`. */
      members: [number, number, number, number][]
    }
)

/** `POST …/counts`: for phones of organisers, which have no live connection. */
export const countsRequest = z.object({ shift, door, area })
export type CountsReply = { now: number; areas: AreaReply[]; area: VenueArea }

/** `POST …/scan`, with a network. */
export const scanRequest = z.object({
  shift,
  ...scan,
  /** Whether the door only asks: nothing is stored. */
  dry: z.boolean().default(false),
})
export type ScanRequest = z.output<typeof scanRequest>

/** The result of one scan. Texts are made by the page; `result` says which. */
export type ScanResult = {
  client_id: string
  result: ResultKind | 'undone' | 'walk_in' | 'too_late'
  /** How many came in or left. */
  count: number
  reservation: number | null
  /** What they reserved, if it is neither an event nor a table. */
  kind: OtherKind | null
  member: number | null
  name: string | null
  party: number
  /** How many of the party are inside after the scan. */
  inside: number
  due_cents: number
  /** For `already`: when, where and by whom they were let in. */
  since: number | null
  where: string | null
  by: string | null
  /** For `wrong_day`: the day of the ticket. */
  day: string | null
}
export type ScanReply = { now: number; scan: ScanResult; areas: AreaReply[] }

/**
 * `POST …/sync`: scans with which the phone let people in or out without a network, in any order, any number of times. What it
 * refused is not sent. `at`: the server's time of the scan as the phone computed it; `clock`: what its own clock said.
 */
export const syncRequest = z.object({
  shift,
  /** What the phone's clock says now. */
  clock: time,
  // Each is read by itself, so that one that can't be read holds back no others.
  items: z
    .array(z.looseObject({ client_id: z.string().max(60) }))
    .max(syncLimits.items, `Send ${syncLimits.items} scans at a time.`),
})
export type SyncRequest = z.output<typeof syncRequest>
export const syncItem = z.object({
  ...scan,
  at: time,
  clock: time,
  /** The reservation with which the phone let them in. */
  reservation: rowId.nullable().default(null),
})
export type SyncItem = z.output<typeof syncItem>
/**
 * What became of one scan.
 * - `counted`: it counts. `repeat`: it was sent before
 * - `later`: another scan of the same ticket was earlier, so some or all do not count; `where`, `by` and `since` say which
 * - `listed`: they count as inside, but the ticket was not valid: `reason`
 * - `refused`: nothing was stored: `reason`. A scan without a reply has to be sent again
 */
export type SyncItemReply = {
  client_id: string
  state: 'counted' | 'repeat' | 'later' | 'listed' | 'refused'
  reason: ResultKind | 'too_old' | 'unreadable' | 'too_late' | null
  since: number | null
  where: string | null
  by: string | null
}
export type SyncReply = {
  now: number
  items: SyncItemReply[]
  areas: AreaReply[]
  /** By how much the phone's clock is behind the server's, in ms. */
  clock_behind_ms: number
  /** Whether that is too much: the phone's clock has to be set. */
  clock_wrong: boolean
}

/** `POST …/search`: by name; at most 20 of the door's guests. */
export const searchRequest = z.object({
  shift,
  door,
  area,
  text: textLine('The name', limits.search),
})
export type SearchReply = { guests: ListGuest[] }

/** `POST /api/check-in/here`, also as an HTML form: a member is at a table of an area. */
export const hereRequest = z.object({ area: z.string().max(40) })
/**
 * `kept`: whether it is stored, which only members decide (`analytics_consent`). `first`: whether this is the first time this
 * evening, as far as it is kept.
 */
export type HereReply = { area: VenueArea; first: boolean; kept: boolean }

/** `POST /api/check-in/device`: certifies the key of this browser for seven days. `key`: see `exportDeviceKey`. */
export const deviceRequest = z.object({ key: z.string().length(87) })
/** `until`: when the certificate ends, in ms since 1970. */
export type DeviceReply = { certificate: string; until: number; now: number }

/** `POST /api/check-in/areas`: how many people an area is licensed for, and whether one may come in again. */
export const areaRequest = z.object({
  area: z.enum(venueAreas),
  limit: z.int().min(1).max(100_000).nullable(),
  re_entry: z.boolean(),
})
