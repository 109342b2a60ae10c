import type { PayloadRequest } from 'payload'
import { HttpError } from '../http/errors.ts'

/** Staff roles, weakest first. Each role includes the roles before it. */
export const roles = ['editor', 'publisher', 'admin'] as const
export type Role = (typeof roles)[number]

type WithUser = Pick<PayloadRequest, 'user'>

/** Whether the request has the session of a staff member with `role` or a higher role. */
export function hasRole(req: WithUser, role: Role): boolean {
  const own = req.user?.collection === 'users' ? req.user.role : undefined
  return own !== undefined && roles.indexOf(own) >= roles.indexOf(role)
}

/**
 * Returns the staff member who made the request.
 * @throws HttpError `unauthorized` without a staff session (the message is from spec section 8),
 *   `forbidden` if their role is lower than `role`
 */
export function requireRole(req: WithUser, role: Role): { id: number; name: string; role: Role } {
  if (!req.user || !hasRole(req, 'editor')) {
    throw new HttpError('unauthorized', 'You need to be logged in to edit content.')
  }
  if (!hasRole(req, role)) {
    throw new HttpError('forbidden', `Only a ${role} may do this. Ask one of them.`)
  }
  const { id, name, role: own } = req.user
  return { id: Number(id), name, role: own }
}
