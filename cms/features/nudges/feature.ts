import type { Feature } from '../../platform/feature.ts'
import { liveWorker } from '../../platform/live/connect.ts'
import { campaignVisits } from '../letters/campaigns/ports.ts'
import { hasLeaveToken } from '../newsletter/service.ts'
import { typedTimes } from '../venue/ports.ts'
import { nudgeCalls } from './calls.ts'
import { nudgeJobs } from './jobs.ts'
import { siteTopics } from './live/topics.ts'
import { moveScheduledNudges } from './move-times.ts'
import { notificationsPath } from './pages.ts'
import { eraseNudgeData, exportNudgeData } from './personal-data.ts'
import { findNudgesWithIcon } from './queries/nudges.ts'
import { startNudgeWorker } from './sending/worker.ts'
import { nudgeStaffCalls } from './staff-calls.ts'
import { nudgeDeliveries, nudgeViews, pushDevices } from './tables.ts'
import { nudgesTag } from './tags.ts'

export const nudges: Feature = {
  name: 'nudges',
  tables: { push_devices: pushDevices, nudge_deliveries: nudgeDeliveries, nudge_views: nudgeViews },
  calls: [...nudgeCalls, ...nudgeStaffCalls],
  // The page of a valid token has its own content: for browsers without scripts, a link to `/unsubscribe/<token>`. In
  // other browsers, scripts request the content.
  lookUps: [
    {
      path: notificationsPath,
      find: (_, path) => (hasLeaveToken(path) ? 'own' : { sameAs: '/notifications' }),
    },
  ],
  // The token is the leave token in the links of a letter.
  tokenPaths: ['/notifications/:token'],
  auditActions: {
    nudge_send: 'sent the nudge',
    nudge_schedule: 'scheduled the nudge',
    nudge_cancel: 'cancelled the nudge',
    nudge_started: 'sent the nudge {} as scheduled',
    nudge_missed: 'did not send the nudge {} as scheduled',
  },
  exportPersonalData: exportNudgeData,
  erasePersonalData: eraseNudgeData,
  findPictureUses: async (db, mediaIds) =>
    (await findNudgesWithIcon(db, mediaIds)).map(({ picture, nudge, text }) => ({
      picture,
      place: `the nudge “${text}”`,
      path: `/collections/nudges/${nudge}`,
    })),
  jobs: nudgeJobs,
  requires: [campaignVisits],
  provides: [typedTimes.with(moveScheduledNudges)],
  workers: [{ wokenBy: [nudgesTag], start: startNudgeWorker }, ...siteTopics.map(liveWorker)],
}
