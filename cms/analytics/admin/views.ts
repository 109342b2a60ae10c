import { adminView } from '../../admin/view.ts'

export const analyticsViews = {
  memberAnalytics: adminView(
    '/member-analytics',
    'Analytics',
    'analytics/admin/AnalyticsView#AnalyticsView',
  ),
  memberAnalyticsLegacy: adminView(
    '/member-analytics-legacy',
    'Analytics: tables',
    'analytics/admin/LegacyView#LegacyView',
  ),
}
