import type { Access } from '../http/call.ts'
import { type Role, requireRole } from './roles.ts'

/** A staff member as the handler of a call gets them. */
export type StaffCaller = ReturnType<typeof requireRole>

/** Access for staff with a role or a higher one. */
export const staff =
  (role: Role): Access<StaffCaller> =>
  (req) =>
    requireRole(req, role)
