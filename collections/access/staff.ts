import type { Access, FieldAccess } from 'payload'
import { restrictedPages } from '../../cms/content/pages.ts'
import { hasRole } from '../../cms/staff/roles.ts'

export { hasRole, type Role, roles } from '../../cms/staff/roles.ts'

export const anyone: Access = () => true
export const editors: Access = ({ req }) => hasRole(req, 'editor')
export const publishers: Access = ({ req }) => hasRole(req, 'publisher')
export const admins: Access = ({ req }) => hasRole(req, 'admin')
export const editorsFieldAccess: FieldAccess = ({ req }) => hasRole(req, 'editor')
export const adminsFieldAccess: FieldAccess = ({ req }) => hasRole(req, 'admin')

/** Admins have access to all accounts, other staff only to their own. */
export const adminsOrSelf: Access = ({ req }) => {
  if (hasRole(req, 'admin')) return true
  return req.user ? { id: { equals: req.user.id } } : false
}

/**
 * Like `publishedOrStaff`, for records that belong to a page. Records of pages that the site shows only on certain
 * hosts (`restrictedPages`) are for staff.
 */
export const publicPageOrStaff: Access = ({ req }) =>
  hasRole(req, 'editor')
    ? true
    : { _status: { equals: 'published' }, page: { not_in: [...restrictedPages] } }

/** Staff read drafts, everybody else only published records. */
export const publishedOrStaff: Access = ({ req }) =>
  hasRole(req, 'editor') ? true : { _status: { equals: 'published' } }
