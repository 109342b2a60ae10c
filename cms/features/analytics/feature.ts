import { databaseOf } from '../../platform/database/query.ts'
import type { Feature } from '../../platform/feature.ts'
import { countedEvents } from '../../platform/http/ports.ts'
import { campaignVisits } from '../letters/campaigns/ports.ts'
import { analyticsViews } from './admin/views.ts'
import { trackerCalls } from './ingest/calls.ts'
import { startIngestWorker } from './ingest/ingest.ts'
import { ingestJobs } from './ingest/jobs.ts'
import { countEvent } from './ingest/receive.ts'
import { maintenanceJobs } from './jobs.ts'
import { eraseAnalyticsData, exportAnalyticsData } from './personal-data.ts'
import { reportCalls } from './reports/calls.ts'
import { readCampaignVisits } from './reports/campaign.ts'
import { rollupJobs } from './rollups/jobs.ts'
import { rollupTables } from './rollups/tables.ts'
import {
  analyticsDays,
  analyticsSalts,
  analyticsSegments,
  pageViews,
  trailDeletions,
  userInteractions,
  userJourneys,
  userSessions,
} from './tables.ts'
import { trailCalls } from './trail/calls.ts'

export const analytics: Feature = {
  name: 'analytics',
  tables: {
    user_sessions: userSessions,
    page_views: pageViews,
    user_journeys: userJourneys,
    user_interactions: userInteractions,
    analytics_salts: analyticsSalts,
    analytics_segments: analyticsSegments,
    trail_deletions: trailDeletions,
    analytics_days: analyticsDays,
    ...rollupTables,
  },
  directCalls: trackerCalls,
  provides: [countedEvents.with(countEvent), campaignVisits.with(readCampaignVisits)],
  adminViews: analyticsViews,
  auditActions: {
    funnel_made: 'made the funnel',
    funnel_deleted: 'deleted the funnel',
    numbers_exported: 'downloaded the numbers of',
  },
  calls: [...trailCalls, ...reportCalls],
  jobs: [...ingestJobs, ...maintenanceJobs, ...rollupJobs],
  workers: [{ wokenBy: [], start: startIngestWorker }],
  exportPersonalData: exportAnalyticsData,
  erasePersonalData: eraseAnalyticsData,
  hasRecords: async (payload) =>
    (await import('./demo/queries/traffic.ts')).hasVisits(databaseOf(payload)),
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoTraffic(req),
}
