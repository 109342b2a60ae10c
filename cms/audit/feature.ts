import { audit as auditCollection } from '../../collections/audit.ts'
import type { Feature } from '../feature.ts'

export const audit: Feature = {
  name: 'audit',
  collections: [auditCollection],
}
