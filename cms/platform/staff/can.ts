import type { PayloadRequest } from 'payload'
import { HttpError } from '../http/errors.ts'
import { isRole, may, type Permission, type Role, roleToAsk } from './permissions.ts'

type WithUser = Pick<PayloadRequest, 'user'>

const roleOf = ({ user }: WithUser): Role | null =>
  user?.collection === 'users' && isRole(user.role) ? user.role : null

/** Whether the request has the session of a staff member. */
export const isStaff = (req: WithUser): boolean => roleOf(req) !== null

/** Whether the request has the session of a staff member who has the permission. */
export function can(req: WithUser, permission: Permission): boolean {
  const role = roleOf(req)
  return role !== null && may(role, permission)
}

/**
 * Returns the staff member who made the request.
 * @throws HttpError `unauthorized` without a staff session (the message is from spec section 8)
 */
export function requireStaffMember(req: WithUser): { id: number; name: string; role: Role } {
  const role = roleOf(req)
  if (!req.user || role === null) {
    throw new HttpError('unauthorized', 'You need to be logged in to edit content.')
  }
  return { id: Number(req.user.id), name: String(req.user.name), role }
}

/**
 * Returns the staff member who made the request.
 * @throws HttpError `unauthorized` without a staff session, `forbidden` if they do not have the permission
 */
export function requirePermission(
  req: WithUser,
  permission: Permission,
): ReturnType<typeof requireStaffMember> {
  const person = requireStaffMember(req)
  if (can(req, permission)) return person
  const role = roleToAsk(permission)
  const article = /^[aeiou]/.test(role) ? 'an' : 'a'
  throw new HttpError('forbidden', `Only ${article} ${role} may do this. Ask one of them.`)
}
