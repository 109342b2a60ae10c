import {
  type Access,
  type CollectionBeforeValidateHook,
  NotFound,
  type SanitizedConfig,
} from 'payload'
import { editors, hasRole } from './access/staff.ts'

// Who takes over a lock becomes its owner; the locked record stays the same.
const inOwnName: CollectionBeforeValidateHook = ({ operation, req }) =>
  operation === 'update' && req.user
    ? { user: { relationTo: 'users', value: req.user.id } }
    : undefined

const own: Access = ({ req }) =>
  hasRole(req, 'editor') ? { 'user.value': { equals: req.user?.id } } : false

/**
 * Restricts access to the locks of records that are open in the admin. By default, Payload lets every user
 * create locks in any user's name and delete all locks. The admin itself creates locks on the server, and
 * only takes over a lock in its user's name or deletes the user's own.
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

/** Payload's own collections have no versions, but an endpoint that fails when it looks for them. */
export function withoutInternalVersions(config: SanitizedConfig): SanitizedConfig {
  for (const collection of config.collections) {
    if (collection.versions || !collection.slug.startsWith('payload-')) continue
    collection.access.readVersions = ({ req }) => {
      throw new NotFound(req.t)
    }
  }
  return config
}
