import { audited } from '../../collections/hooks/audit.ts'
import { users } from '../../collections/users.ts'
import type { Feature } from '../feature.ts'
import { staffActions } from './audit-actions.ts'
import { staffCalls } from './calls.ts'

export const staff: Feature = {
  name: 'staff',
  collections: [audited(users)],
  calls: staffCalls,
  secretPaths: ['/cms/reset/:token', '/admin/first/:token'],
  auditActions: staffActions,
}
