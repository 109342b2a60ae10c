import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { findWaitingMoments } from './inbox.ts'

export const momentsAdmin: FeatureAdmin = {
  navLinks: [{ href: '/cms/moments', label: 'Moments', permission: 'moments.moderate', order: 28 }],
  inbox: [{ order: 20, permission: 'moments.moderate', find: findWaitingMoments }],
}
