import type { Access } from '../http/call.ts'
import { staffError } from './errors.ts'
import { hasRole, type Role, requireRole } from './roles.ts'

/** A staff member as the handler of a call gets them. */
export type StaffCaller = ReturnType<typeof requireRole>

/** Access for staff with a role or a higher one. */
export const staff =
  (role: Role): Access<StaffCaller> =>
  (req) =>
    requireRole(req, role)

/** Access for all staff, for calls of the admin. */
export const signedIn: Access<StaffCaller> = (req) => {
  if (hasRole(req, 'editor')) return staff('editor')(req)
  throw staffError('not_signed_in')
}
