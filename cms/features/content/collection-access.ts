import type { Access } from 'payload'
import { can } from '../../platform/staff/can.ts'
import { restrictedPages } from './pages.ts'

/**
 * Like `publishedOrStaff`, for records that belong to a page. Records of pages that the site shows only on certain
 * hosts (`restrictedPages`) are for staff.
 */
export const publicPageOrStaff: Access = ({ req }) =>
  can(req, 'drafts.read')
    ? true
    : { _status: { equals: 'published' }, page: { not_in: [...restrictedPages] } }
