import type { CollectionConfig } from 'payload'
import { env } from '../cms/env.ts'
import { cleanLine } from '../cms/http/clean-text.ts'
import { userEndpoints } from '../cms/staff/endpoints.ts'
import { admins, adminsField, adminsOrSelf, hasRole, roles } from './access/staff.ts'
import {
  countTry,
  fresh,
  lastAdminStays,
  lastAdminStaysAdmin,
  longPassword,
  oneAtATime,
  rolesFromOthers,
  signedIn,
  signedOut,
} from './hooks/staff.ts'

/** Staff. Members of the Common Room are not here: they have their own sessions. */
export const users: CollectionConfig = {
  slug: 'users',
  labels: { singular: 'Staff member', plural: 'Staff' },
  auth: {
    // Ours counts wrong tries for addresses that nobody has, too: see cms/staff/sign-in.ts.
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
  // Each person is changed alone, under one lock.
  disableBulkEdit: true,
  disableBulkDelete: true,
  disableDuplicate: true,
  hooks: {
    beforeOperation: [longPassword, oneAtATime, rolesFromOthers, countTry],
    beforeChange: [lastAdminStaysAdmin],
    beforeDelete: [lastAdminStays],
    beforeLogin: [fresh],
    afterLogin: [signedIn],
    afterLogout: [signedOut],
  },
  endpoints: userEndpoints,
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
