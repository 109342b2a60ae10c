import type { Access, FieldAccess, PayloadRequest } from 'payload'

/** Staff roles, weakest first; each may do what those before it may. */
export const roles = ['editor', 'publisher', 'admin'] as const
export type Role = (typeof roles)[number]

/** True where the request carries the session of a staff member with `role` or a higher one. */
export function hasRole(req: Pick<PayloadRequest, 'user'>, role: Role): boolean {
  const own = req.user?.collection === 'users' ? req.user.role : undefined
  return own !== undefined && roles.indexOf(own) >= roles.indexOf(role)
}

export const anyone: Access = () => true
export const editors: Access = ({ req }) => hasRole(req, 'editor')
export const publishers: Access = ({ req }) => hasRole(req, 'publisher')
export const admins: Access = ({ req }) => hasRole(req, 'admin')
export const adminsField: FieldAccess = ({ req }) => hasRole(req, 'admin')

/** Admins see all; others see the one record that is their own. */
export const adminsOrSelf: Access = ({ req }) => {
  if (hasRole(req, 'admin')) return true
  return req.user ? { id: { equals: req.user.id } } : false
}

/** Strangers read what is published, staff read drafts too. */
export const publishedOrStaff: Access = ({ req }) =>
  hasRole(req, 'editor') ? true : { _status: { equals: 'published' } }
