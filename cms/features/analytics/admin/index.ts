import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { findVisitorFigures } from './week-figures.ts'

export const analyticsAdmin: FeatureAdmin = {
  navLinks: [
    { href: '/cms/member-analytics', label: 'Analytics', permission: 'analytics.read', order: 45 },
  ],
  shortcuts: [
    { href: '/cms/member-analytics', label: 'Analytics', permission: 'analytics.read', order: 65 },
  ],
  weekFigures: { order: 5, permission: 'analytics.read', find: findVisitorFigures },
}
