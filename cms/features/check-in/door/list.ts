import { createHash } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { CountsReply, ListReply, SearchReply } from '../contract.ts'
import { loadKeys } from '../keys.ts'
import { listMemberStates } from '../queries/movements.ts'
import { areaReplies, findCounts } from './areas.ts'
import { type DoorCaller, useShift } from './callers.ts'
import { doorTitle, openDoor } from './doors.ts'
import { findGuests, findLost, listGuest } from './guests.ts'

type Request = { shift: string; door: string; area: Parameters<typeof openDoor>[2]['area'] }

/** What a phone needs to work without a network. @throws HttpError see `scanAtDoor` */
export async function findList(
  req: PayloadRequest,
  caller: DoorCaller,
  { version: known, ...request }: Request & { version: string | null },
): Promise<ListReply> {
  const now = Date.now()
  await useShift(req, caller, request)
  const door = await openDoor(req, caller, request)
  const db = databaseOf(req.payload)
  const { night, area, title } = door
  const guests = (await findGuests(db, door)).map((guest) => listGuest(guest, door))
  const titles = new Map<string, string>()
  for (const { last } of guests) {
    if (!last) continue
    const name = titles.get(last.door) ?? (await doorTitle(db, last.door))
    titles.set(last.door, name)
    last.door = name
  }
  const lost = await findLost(
    db,
    guests.flatMap(({ member }) => member ?? []),
  )
  const isArea = door.door.type === 'area'
  const members = isArea ? await listMemberStates(db, night.day, area) : []
  const content = {
    ...{ title, guests, keys: (await loadKeys(req.payload)).jwks },
    lost: {
      ...{ members: [...lost.members], suspended: [...lost.suspended] },
      devices: [...lost.devices],
    },
    members: members.map(({ id, inside, at }): [number, number, number, number] => [
      ...([id, inside, 1, at?.getTime() ?? 0] as const),
    ]),
  }
  const version = createHash('sha256')
    .update(JSON.stringify(content))
    .digest('base64url')
    .slice(0, 22)
  const counts = await findCounts(db, night.day)
  const common = {
    ...{ now, version, area },
    night: { day: night.day, ends_at: night.endsAt.getTime() },
    areas: areaReplies(counts, area),
  }
  return version === known
    ? { ...common, unchanged: true }
    : { ...common, unchanged: false, ...content }
}

export async function findDoorCounts(
  req: PayloadRequest,
  caller: DoorCaller,
  request: Request,
): Promise<CountsReply> {
  await useShift(req, caller, request)
  const { night, area } = await openDoor(req, caller, request)
  const counts = await findCounts(databaseOf(req.payload), night.day)
  return { now: Date.now(), areas: areaReplies(counts, area), area }
}

const mostFound = 20
const comparable = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Guests of the door whose names contain every word. */
export async function searchGuests(
  req: PayloadRequest,
  caller: DoorCaller,
  { text, ...request }: Request & { text: string },
): Promise<SearchReply> {
  await useShift(req, caller, request)
  const door = await openDoor(req, caller, request)
  const words = comparable(text).split(/\s+/).filter(Boolean)
  if (!words.length) return { guests: [] }
  const guests = (await findGuests(databaseOf(req.payload), door)).filter(
    ({ name }) => name !== null && words.every((word) => comparable(name).includes(word)),
  )
  return { guests: guests.slice(0, mostFound).map((guest) => listGuest(guest, door)) }
}
