import type { Access, CollectionBeforeValidateHook, SanitizedConfig } from 'payload'
import { editors, hasRole } from './access/staff.ts'

// Whoever takes a record over does so in their own name, and it stays the lock of that record.
const inOwnName: CollectionBeforeValidateHook = ({ operation, req }) =>
  operation === 'update' && req.user
    ? { user: { relationTo: 'users', value: req.user.id } }
    : undefined

const own: Access = ({ req }) =>
  hasRole(req, 'editor') ? { 'user.value': { equals: req.user?.id } } : false

/**
 * Bounds what staff may do with the locks of records that are open in the admin. Payload, which adds
 * their collection by itself, lets anybody lock anything in any name and lift anybody's lock. It makes
 * them without a call; its admin takes one over (in the name of who does) and lifts its own.
 */
export function boundLocks(config: SanitizedConfig): SanitizedConfig {
  const locks = config.collections.find(({ slug }) => slug === 'payload-locked-documents')
  if (!locks) return config
  locks.access = {
    ...locks.access,
    create: () => false,
    read: editors,
    update: editors,
    delete: own,
  }
  locks.hooks.beforeValidate = [...(locks.hooks.beforeValidate ?? []), inOwnName]
  return config
}
