import { useAuth } from '@payloadcms/ui'
import { isRole, may, type Permission } from '../../staff/permissions.ts'

/** Returns a function: whether the person who is signed in has a permission. */
export function useMay(): (permission: Permission) => boolean {
  const { role } = (useAuth().user ?? {}) as { role?: unknown }
  return (permission) => isRole(role) && may(role, permission)
}
