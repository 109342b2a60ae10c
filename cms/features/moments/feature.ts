import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { momentCalls } from './calls.ts'
import { momentJobs } from './jobs.ts'
import { eraseMoments, exportMoments } from './service.ts'
import {
  momentFiles,
  momentOriginals,
  momentReactions,
  momentRemoved,
  momentReports,
  moments as momentsTable,
} from './tables.ts'

export const moments: Feature = {
  name: 'moments',
  tables: {
    moments: momentsTable,
    moment_originals: momentOriginals,
    moment_files: momentFiles,
    moment_reactions: momentReactions,
    moment_reports: momentReports,
    moment_removed: momentRemoved,
  },
  calls: momentCalls,
  jobs: momentJobs,
  auditActions: {
    moment_shown: 'showed',
    moment_hidden: 'hid',
    moment_chosen: 'put on public pages:',
    moment_unchosen: 'took off public pages:',
  },
  adminViews: {
    moments: adminView('/moments', 'Moments', 'features/moments/admin/MomentsView#MomentsView'),
  },
  exportPersonalData: exportMoments,
  erasePersonalData: eraseMoments,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoMoments(req),
}
