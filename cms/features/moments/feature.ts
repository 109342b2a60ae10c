import { adminView } from '../../platform/admin/view.ts'
import { databaseOf } from '../../platform/database/query.ts'
import type { Feature } from '../../platform/feature.ts'
import { momentCalls } from './calls.ts'
import { momentJobs } from './jobs.ts'
import { momentPage } from './pages.ts'
import { findPublic } from './queries/moments.ts'
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
  lookUps: [
    {
      path: momentPage,
      // The page also says that a moment was taken down, so it is there for a moment that has just gone.
      find: async (payload, path, query) => {
        const id = Number(path.split('/').at(-1))
        if (new URLSearchParams(query).get('done') === 'down') return 'own'
        return (await findPublic(databaseOf(payload), id)) ? 'own' : null
      },
    },
  ],
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
