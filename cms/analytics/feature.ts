import type { Feature } from '../feature.ts'
import {
  analyticsDays,
  analyticsSalts,
  analyticsSegments,
  pageViews,
  userInteractions,
  userJourneys,
  userSessions,
} from './tables.ts'

export const analytics: Feature = {
  name: 'analytics',
  tables: {
    user_sessions: userSessions,
    page_views: pageViews,
    user_journeys: userJourneys,
    user_interactions: userInteractions,
    analytics_salts: analyticsSalts,
    analytics_segments: analyticsSegments,
    analytics_days: analyticsDays,
  },
}
