import { audit as auditCollection } from '../../collections/audit.ts'
import type { Feature } from '../feature.ts'

export const audit: Feature = {
  name: 'audit',
  collections: [auditCollection],
  // The collections' hooks record these for every collection and global.
  auditActions: { create: 'made', change: 'changed', delete: 'deleted' },
}
