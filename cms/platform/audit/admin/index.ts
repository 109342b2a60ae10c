import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { LatestEntries } from './LatestEntries.tsx'

export const auditAdmin: FeatureAdmin = {
  sections: [{ order: 40, permission: 'audit.read', Component: LatestEntries }],
}
