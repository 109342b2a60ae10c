import type { CollectionConfig } from 'payload'
import { env } from '../cms/env.ts'
import { endpointsOf } from '../cms/http/call.ts'
import { cleanLine } from '../cms/http/clean-text.ts'
import { accountCalls } from '../cms/staff/calls.ts'
import { admins, adminsField, adminsOrSelf, hasRole, roles } from './access/staff.ts'
import {
  checkPassword,
  countAttempt,
  keepLastAdmin,
  keepLastAdminRole,
  lockStaff,
  recordSignIn,
  recordSignOut,
  refuseStale,
  restrictRoleChange,
} from './hooks/staff.ts'

/** Staff. Members of the Common Room are not here: they have their own sessions. */
export const users: CollectionConfig = {
  slug: 'users',
  labels: { singular: 'Staff member', plural: 'Staff' },
  auth: {
    // cms/staff/sign-in.ts counts failed attempts, also for unknown addresses.
    maxLoginAttempts: 0,
    tokenExpiration: 12 * 60 * 60,
    useSessions: true,
    cookies: { sameSite: 'Lax', secure: env().SITE_URL.startsWith('https:') },
  },
  admin: { useAsTitle: 'name', defaultColumns: ['name', 'email', 'role'], group: 'House' },
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
    beforeOperation: [checkPassword, lockStaff, restrictRoleChange, countAttempt],
    beforeChange: [keepLastAdminRole],
    beforeDelete: [keepLastAdmin],
    beforeLogin: [refuseStale],
    afterLogin: [recordSignIn],
    afterLogout: [recordSignOut],
  },
  endpoints: endpointsOf(accountCalls),
  fields: [
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
      saveToJWT: true,
      admin: {
        description:
          'Editors write drafts. Publishers also publish, schedule and restore. Admins also look after staff and the venue.',
      },
      options: roles.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
      access: { create: adminsField, update: adminsField },
    },
  ],
}
