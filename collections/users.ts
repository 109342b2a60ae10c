import type { CollectionConfig } from 'payload'
import { endpointsOf } from '../cms/platform/http/call.ts'
import { cleanLine } from '../cms/platform/http/texts/clean-text.ts'
import { component, listColumn } from '../cms/platform/payload/fields/admin.ts'
import { secretField } from '../cms/platform/payload/fields/readable-fields.ts'
import { accountCalls } from '../cms/platform/staff/calls.ts'
import { can } from '../cms/platform/staff/can.ts'
import { permitted, staffManagersOrSelf } from '../cms/platform/staff/collection-access.ts'
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
} from '../cms/platform/staff/collection-hooks.ts'
import { roleName, roles } from '../cms/platform/staff/permissions.ts'
import { cookieStrategy } from '../cms/platform/staff/session.ts'

/** Accounts of staff. Members of the Common Room are in `members`, with their own sessions. */
export const users: CollectionConfig = {
  slug: 'users',
  labels: { singular: 'Staff member', plural: 'Staff' },
  auth: {
    // Sign-in, passwords and sessions are our own, see cms/platform/staff. Payload's tokens are not
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
    components: {
      beforeListTable: [component('platform/staff/admin/PermissionsLink')],
      edit: { SaveButton: component('platform/staff/admin/InviteButton') },
    },
  },
  access: {
    admin: ({ req }) => can(req, 'admin.open'),
    create: permitted('staff.manage'),
    read: staffManagersOrSelf,
    update: staffManagersOrSelf,
    delete: permitted('staff.manage'),
    unlock: permitted('staff.manage'),
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
        update: ({ id, req }) => can(req, 'staff.manage') && String(id) !== String(req.user?.id),
      },
    },
    // Payload's own columns. They are declared here to deny access to them. Otherwise filters could query them,
    // because Payload's local strategy is disabled.
    ...['hash', 'salt'].map((name) => ({
      name,
      type: 'text' as const,
      hidden: true,
      custom: secretField,
      access: { create: () => false, read: () => false, update: () => false },
    })),
    {
      name: 'sign_in',
      type: 'ui',
      admin: {
        disableListColumn: true,
        components: { Field: '/cms/platform/staff/admin/SignInField.tsx#SignInField' },
      },
    },
    listColumn('invited', 'Invitation', 'platform/staff/admin/InvitedCell'),
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
          'Editors write texts and letters as drafts, which a publisher publishes; the prices and taps that they save are on the page at once. Publishers also publish, schedule and restore. Admins also look after staff and the venue. Bar checks in today’s guests, takes money and changes barrels. Kitchen says what is sold out.',
      },
      options: roles.map((value) => ({ value, label: roleName(value) })),
      access: { create: permitted('staff.manage'), update: permitted('staff.manage') },
    },
  ],
}
