import type { PayloadRequest } from 'payload'
import { HttpError } from '../http/errors.ts'

/** Staff roles, weakest first; each may do what those before it may. */
export const roles = ['editor', 'publisher', 'admin'] as const
export type Role = (typeof roles)[number]

type Asking = Pick<PayloadRequest, 'user'>

/** True where the request carries the session of a staff member with `role` or a higher one. */
export function hasRole(req: Asking, role: Role): boolean {
  const own = req.user?.collection === 'users' ? req.user.role : undefined
  return own !== undefined && roles.indexOf(own) >= roles.indexOf(role)
}

/**
 * The staff member who asks.
 * @throws HttpError `unauthorized` without a session of staff (the message is spec section 8's),
 *   `forbidden` where their role is weaker than `role`
 */
export function requireRole(req: Asking, role: Role): { id: number; name: string; role: Role } {
  if (!req.user || !hasRole(req, 'editor')) {
    throw new HttpError('unauthorized', 'You need to be logged in to edit content.')
  }
  if (!hasRole(req, role)) {
    throw new HttpError('forbidden', `Only a ${role} may do this. Ask one of them.`)
  }
  const { id, name, role: own } = req.user
  return { id: Number(id), name, role: own }
}
