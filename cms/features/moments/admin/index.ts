import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { WaitingMoments } from './WaitingMoments.tsx'

export const momentsAdmin: FeatureAdmin = {
  navLinks: [{ href: '/cms/moments', label: 'Moments', permission: 'moments.moderate', order: 28 }],
  summaries: [{ order: 22, permission: 'moments.moderate', Component: WaitingMoments }],
}
