import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { SecurityBanner } from './SecurityBanner.tsx'
import { SecuritySection } from './SecuritySection.tsx'

export const securityAdmin: FeatureAdmin = {
  banners: [{ order: 2, role: 'admin', Component: SecurityBanner }],
  sections: [{ order: 60, role: 'admin', Component: SecuritySection }],
}
