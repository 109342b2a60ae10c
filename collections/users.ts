import type { CollectionConfig } from 'payload'
import { endpointsOf } from '../cms/http/call.ts'
import { cleanLine } from '../cms/http/clean-text.ts'
import { accountCalls } from '../cms/staff/calls.ts'
import { cookieStrategy } from '../cms/staff/session.ts'
import { admins, adminsFieldAccess, adminsOrSelf, hasRole, roles } from './access/staff.ts'
import { component, listColumn } from './fields/admin.ts'
import {
  addSessionExpiry,
  handleAccessChange,
  keepLastAdmin,
  keepLastAdminRole,
  lockStaff,
  protectSignIn,
  renderNotices,
  requireProof,
  restrictRoleChange,
} from './hooks/staff.ts'

/** Accounts of staff. Members of the Common Room are in `members`, with their own sessions. */
export const users: CollectionConfig = {
  slug: 'users',
  labels: { singular: 'Staff member', plural: 'Staff' },
  auth: {
    // Sign-in, passwords and sessions are our own, see cms/staff. Payload's tokens are not
    // accepted: `jwtOrder` in payload.config.ts is empty. Payload's columns and its e-mail field are kept.
    disableLocalStrategy: { enableFields: true, optionalPassword: true },
    strategies: [cookieStrategy],
    useSessions: false,
    removeTokenFromResponses: true,
    maxLoginAttempts: 0,
  },
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'email', 'role', 'invited'],
    group: 'House',
    components: { edit: { SaveButton: component('staff/admin/InviteButton') } },
  },
  access: {
    admin: ({ req }) => hasRole(req, 'editor'),
    create: admins,
    read: adminsOrSelf,
    update: adminsOrSelf,
    delete: admins,
    unlock: admins,
    readVersions: () => false,
  },
  // Accounts are changed one at a time, under one lock.
  disableBulkEdit: true,
  disableBulkDelete: true,
  disableDuplicate: true,
  hooks: {
    beforeOperation: [restrictRoleChange, protectSignIn, renderNotices, lockStaff, requireProof],
    beforeChange: [keepLastAdminRole],
    afterChange: [handleAccessChange],
    beforeDelete: [keepLastAdmin],
    afterMe: [addSessionExpiry],
  },
  endpoints: endpointsOf(accountCalls),
  fields: [
    {
      name: 'email',
      type: 'email',
      required: true,
      unique: true,
      access: {
        update: ({ id, req }) => hasRole(req, 'admin') && String(id) !== String(req.user?.id),
      },
    },
    // Payload's own columns. They are declared here to deny access to them. Otherwise filters could query them,
    // because Payload's local strategy is disabled.
    ...['hash', 'salt'].map((name) => ({
      name,
      type: 'text' as const,
      hidden: true,
      access: { create: () => false, read: () => false, update: () => false },
    })),
    {
      name: 'sign_in',
      type: 'ui',
      admin: {
        disableListColumn: true,
        components: { Field: '/cms/staff/admin/SignInField.tsx#SignInField' },
      },
    },
    listColumn('invited', 'Invitation', 'staff/admin/InvitedCell'),
    {
      name: 'name',
      type: 'text',
      required: true,
      maxLength: 120,
      hooks: {
        beforeValidate: [
          ({ value }) => (typeof value === 'string' ? cleanLine(value).trim() : value),
        ],
      },
    },
    {
      name: 'role',
      type: 'select',
      required: true,
      defaultValue: 'editor',
      admin: {
        description:
          'Editors write texts and letters as drafts, which a publisher publishes; the prices and taps that they save are on the page at once. Publishers also publish, schedule and restore. Admins also look after staff and the venue.',
      },
      options: roles.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
      access: { create: adminsFieldAccess, update: adminsFieldAccess },
    },
  ],
}
