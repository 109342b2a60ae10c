import { audited } from '../../collections/hooks/audit.ts'
import { users } from '../../collections/users.ts'
import type { Feature } from '../feature.ts'
import { staffEndpoints } from './endpoints.ts'

export const staff: Feature = {
  name: 'staff',
  collections: [audited(users)],
  endpoints: staffEndpoints,
  secretPaths: ['/cms/reset/:token', '/admin/first/:token'],
}
