import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { anyone, type Call, call } from '../../../platform/http/call.ts'
import { staff } from '../../../platform/staff/access.ts'
import {
  areaRequest,
  countsRequest,
  doorsRequest,
  endRequest,
  enrolRequest,
  listRequest,
  revokeRequest,
  type ShiftsReply,
  scanRequest,
  searchRequest,
  syncRequest,
} from '../contract.ts'
import { setAreaRule } from './areas.ts'
import {
  currentShifts,
  type DoorCaller,
  endOwnShift,
  organiserAtDoor,
  revokeShift,
  staffAtDoor,
} from './callers.ts'
import { findDoors } from './doors.ts'
import { enrol } from './enrol.ts'
import { findDoorCounts, findList, searchGuests } from './list.ts'
import { scanAtDoor } from './scan.ts'
import { syncScans } from './sync.ts'

const permission = 'guests.check-in'
const tokenParams = z.object({ token: z.string().max(100) })

/** Declares a call of phones twice: for staff, and for organisers with a link. */
function callsOf<Body extends z.ZodType>(
  name: string,
  body: Body,
  work: (req: PayloadRequest, caller: DoorCaller, body: z.output<Body>) => Promise<object>,
  options: { timeoutMs?: number; maxBodyBytes?: number } = {},
): Call[] {
  return [
    call({
      ...{ method: 'post', path: `/check-in/door/${name}`, access: staff(permission), body },
      ...options,
      handle: async ({ req, caller, body: sent }) => ({
        body: await work(req, staffAtDoor(caller), sent as z.output<Body>),
      }),
    }),
    call({
      ...{ method: 'post', path: `/check-in/door/:token/${name}`, access: anyone, body },
      ...{ params: tokenParams, ...options },
      handle: async ({ req, params, body: sent }) => ({
        body: await work(
          req,
          await organiserAtDoor(req, (params as { token: string }).token),
          sent as z.output<Body>,
        ),
      }),
    }),
  ]
}

/** Calls of phones at the door, and of staff about phones and areas. */
export const doorCalls: readonly Call[] = [
  ...callsOf('doors', doorsRequest, findDoors),
  ...callsOf('enrol', enrolRequest, enrol),
  ...callsOf('list', listRequest, findList),
  ...callsOf('counts', countsRequest, findDoorCounts),
  ...callsOf('scan', scanRequest, scanAtDoor),
  // Each scan of a part is a transaction of its own.
  ...callsOf('sync', syncRequest, syncScans, { timeoutMs: 60_000, maxBodyBytes: 300_000 }),
  ...callsOf('search', searchRequest, searchGuests),
  ...callsOf('end', endRequest, async (req, caller, { shift }) => {
    await endOwnShift(req, caller, shift)
    return { ok: true }
  }),
  call({
    ...{ method: 'post', path: '/check-in/shifts', access: staff(permission), body: doorsRequest },
    handle: async ({ req }) => ({
      body: {
        shifts: (await currentShifts(req)).map(({ id, name, door, startedAt, seenAt }) => ({
          ...{ id, name, door },
          since: startedAt.toISOString(),
          last_seen: seenAt.toISOString(),
        })),
      } satisfies ShiftsReply,
    }),
  }),
  call({
    ...{ method: 'post', path: '/check-in/revoke', access: staff(permission), body: revokeRequest },
    handle: async ({ req, body: { id } }) => {
      await revokeShift(req, id)
      return { body: { ok: true } }
    },
  }),
  call({
    ...{
      method: 'post',
      path: '/check-in/areas',
      access: staff('guests.manage'),
      body: areaRequest,
    },
    handle: async ({ req, body }) => {
      await setAreaRule(req, body)
      return { body: { ok: true } }
    },
  }),
]
