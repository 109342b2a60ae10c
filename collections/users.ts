import { APIError, type CollectionBeforeOperationHook, type CollectionConfig } from 'payload'
import { env } from '../cms/env.ts'
import { passwordMinLength } from '../cms/staff/contract.ts'
import { admins, adminsField, adminsOrSelf, hasRole, roles } from './access/staff.ts'

// Payload itself takes three characters; every way to a new password passes here.
const longPassword: CollectionBeforeOperationHook = ({ args, operation }) => {
  const { password } = (args as { data?: { password?: unknown } }).data ?? {}
  const isNew = ['create', 'update', 'resetPassword'].includes(operation)
  if (isNew && typeof password === 'string' && password.length < passwordMinLength) {
    throw new APIError(
      `Choose a password of at least ${passwordMinLength} characters.`,
      400,
      undefined,
      true,
    )
  }
  return args
}

/** Staff. Members of the Common Room are not here: they have their own sessions. */
export const users: CollectionConfig = {
  slug: 'users',
  labels: { singular: 'Staff member', plural: 'Staff' },
  auth: {
    maxLoginAttempts: 5,
    lockTime: 10 * 60 * 1000,
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
  hooks: { beforeOperation: [longPassword] },
  // The first admin comes from the one-time link or the command line, never from an open form.
  endpoints: [
    {
      path: '/first-register',
      method: 'post',
      handler: () =>
        Response.json(
          {
            error: 'forbidden',
            message: 'Use the link printed when the server first started.',
          },
          { status: 403 },
        ),
    },
  ],
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 120 },
    {
      name: 'role',
      type: 'select',
      required: true,
      defaultValue: 'editor',
      saveToJWT: true,
      options: roles.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
      access: { create: adminsField, update: adminsField },
    },
  ],
}
