import { adminView } from '../../../platform/admin/view.ts'

export const analyticsViews = {
  memberAnalytics: adminView(
    '/member-analytics',
    'Analytics',
    'features/analytics/admin/AnalyticsView#AnalyticsView',
  ),
  memberAnalyticsLegacy: adminView(
    '/member-analytics-legacy',
    'Analytics: tables',
    'features/analytics/admin/LegacyView#LegacyView',
  ),
}
