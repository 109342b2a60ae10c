import type { PayloadRequest } from 'payload'
import { hashToken } from '../../../platform/crypto/tokens.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import type { StaffCaller } from '../../../platform/staff/access.ts'
import { may } from '../../../platform/staff/permissions.ts'
import { requireOrganiser } from '../../events/manage/access.ts'
import { checkInError } from '../errors.ts'
import { type CurrentShift, endShift, findShift, listShifts, markSeen } from '../queries/shifts.ts'
import { countOrganiser } from '../rate-limits.ts'
import { syncLimits } from '../rules.ts'

/** Who is at the door: staff, or an organiser with a link, who only has the doors of the link's events. */
export type DoorCaller = {
  staff: number | null
  link: { id: number; event: number; date: number | null } | null
  mayOverride: boolean
  /** For the names of phones in lists. */
  name: string
}

export const staffAtDoor = ({ id, role, name }: StaffCaller): DoorCaller => ({
  ...{ staff: id, link: null, name },
  mayOverride: may(role, 'guests.manage'),
})

/** @throws HttpError `link_gone`, `not_allowed`, `too_often` */
export async function organiserAtDoor(req: PayloadRequest, token: string): Promise<DoorCaller> {
  const { link } = await requireOrganiser(req, token, 'door')
  if (!link) throw checkInError('not_your_door')
  const { id, event, date, name } = link
  await countOrganiser(req, id)
  return { staff: null, link: { id, event, date }, mayOverride: false, name }
}

/**
 * The caller's own shift. It works only for the account or link that began it.
 * @param isLate whether it is used to send what was stored in it, which goes on for some time after 6 am
 * @throws HttpError `shift_over`
 */
export async function requireShift(
  db: Database,
  caller: DoorCaller,
  token: string,
  { isLate = false } = {},
): Promise<CurrentShift> {
  const lateHours = isLate ? syncLimits.ageHours : 0
  const shift = await findShift(db, hashToken(token), { lateHours })
  const isOwn = shift && shift.staff === caller.staff && shift.link === (caller.link?.id ?? null)
  if (!isOwn) throw checkInError('shift_over')
  return shift
}

/** Like `requireShift`; records that the phone was heard of. */
export async function useShift(
  req: PayloadRequest,
  caller: DoorCaller,
  { shift: token, door }: { shift: string; door: string },
): Promise<CurrentShift> {
  const db = databaseOf(req.payload)
  const shift = await requireShift(db, caller, token)
  const isStale = shift.seenAt.getTime() < Date.now() - 60_000
  if (shift.door !== door || isStale) await markSeen(db, { id: shift.id, door })
  return shift
}

export async function endOwnShift(
  req: PayloadRequest,
  caller: DoorCaller,
  token: string,
): Promise<void> {
  const db = databaseOf(req.payload)
  await endShift(db, (await requireShift(db, caller, token)).id)
}

/** @throws HttpError `no_shift` */
export async function revokeShift(req: PayloadRequest, id: number): Promise<void> {
  if (!(await endShift(databaseOf(req.payload), id))) throw checkInError('no_shift')
}

export const currentShifts = (req: PayloadRequest) => listShifts(databaseOf(req.payload))
