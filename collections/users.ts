import { APIError, type CollectionBeforeOperationHook, type CollectionConfig } from 'payload'
import { env } from '../cms/env.ts'
import { errorResponse, HttpError } from '../cms/http/errors.ts'
import { passwordMinLength } from '../cms/staff/contract.ts'
import { admins, adminsField, adminsOrSelf, hasRole, roles } from './access/staff.ts'

// Payload itself takes three characters; every way to a new password passes here.
const longPassword: CollectionBeforeOperationHook = ({ args, operation }) => {
  if (!['create', 'update', 'resetPassword'].includes(operation)) return args
  const { data = {} } = args as { data?: { email?: unknown; password?: unknown } }
  if (!isTextOrNone(data.email)) throw refusal('An e-mail address is a text.')
  const isShort = typeof data.password === 'string' && data.password.length < passwordMinLength
  if (isShort || !isTextOrNone(data.password)) {
    throw refusal(`Choose a password of at least ${passwordMinLength} characters.`)
  }
  return args
}

const isTextOrNone = (value: unknown) => value == null || typeof value === 'string'
const refusal = (message: string) => new APIError(message, 400, undefined, true)

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
  endpoints: [
    // Nobody is asked to confirm an address; Payload's own call would look for what is not there.
    {
      path: '/verify/:id',
      method: 'post',
      handler: () => errorResponse(new HttpError('not_found', 'There is no such call.')),
    },
    // The first admin comes from the one-time link or the command line, never from an open form.
    {
      path: '/first-register',
      method: 'post',
      handler: () =>
        errorResponse(
          new HttpError('forbidden', 'Use the link printed when the server first started.'),
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
      admin: {
        description:
          'Editors write drafts. Publishers also publish, schedule and restore. Admins also look after staff and the venue.',
      },
      options: roles.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
      access: { create: adminsField, update: adminsField },
    },
  ],
}
