import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { findVisitorFigures } from './week-figures.ts'

export const analyticsAdmin: FeatureAdmin = {
  navLinks: [{ href: '/cms/member-analytics', label: 'Analytics', role: 'publisher', order: 45 }],
  shortcuts: [{ href: '/cms/member-analytics', label: 'Analytics', role: 'publisher', order: 65 }],
  weekFigures: { order: 5, role: 'publisher', find: findVisitorFigures },
}
