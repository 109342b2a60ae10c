import type { Access, PayloadRequest } from 'payload'
import { can } from './can.ts'
import { isRole, may, type Permission } from './permissions.ts'

export const anyone: Access = () => true

/** Access to a collection, or to a field, for staff who have the permission. */
export const permitted =
  (permission: Permission) =>
  ({ req }: { req: PayloadRequest }): boolean =>
    can(req, permission)

/** Who may look after staff has access to all accounts, other staff only to their own. */
export const staffManagersOrSelf: Access = ({ req }) => {
  if (can(req, 'staff.manage')) return true
  return req.user ? { id: { equals: req.user.id } } : false
}

/** Staff who may read drafts read all records, everybody else only published ones. */
export const publishedOrStaff: Access = ({ req }) =>
  can(req, 'drafts.read') ? true : { _status: { equals: 'published' } }

/** Hides a collection in the admin from staff who do not have the permission. */
export const hiddenWithout =
  (permission: Permission) =>
  ({ user }: { user: object | null }): boolean => {
    const { role } = (user ?? {}) as { role?: unknown }
    return !isRole(role) || !may(role, permission)
  }
