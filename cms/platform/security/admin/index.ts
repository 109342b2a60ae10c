import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { SecurityBanner } from './SecurityBanner.tsx'
import { SecuritySection } from './SecuritySection.tsx'

export const securityAdmin: FeatureAdmin = {
  banners: [{ order: 2, permission: 'system.read', Component: SecurityBanner }],
  sections: [{ order: 60, permission: 'system.read', Component: SecuritySection }],
}
