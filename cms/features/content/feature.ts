import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { typedTimes } from '../venue/ports.ts'
import { visualPath } from './editing/admin/visual-path.ts'
import { editingCalls } from './editing/calls.ts'
import { editingJobs } from './editing/jobs.ts'
import { moveScheduledChanges } from './editing/schedule/move-times.ts'
import { editingPresence } from './editing/tables.ts'
import { findPagesShowing } from './queries/page-rows.ts'
import { pageName } from './routes.ts'
import { shareCalls } from './share/calls.ts'

export const content: Feature = {
  name: 'content',
  tables: { editing_presence: editingPresence },
  calls: [...shareCalls, ...editingCalls],
  tokenPaths: ['/manage-event/:token'],
  auditActions: {
    draft: 'wrote a draft of',
    discard: 'discarded the draft of',
    publish: 'published',
    unpublish: 'took down',
    schedule: 'scheduled',
    cancel_schedule: 'cancelled what was scheduled for',
    schedule_failed: 'could not do what was scheduled for',
    restore: 'restored an older version of',
    review_asked: 'asked for a review of',
  },
  adminViews: {
    faq: adminView('/faq', 'Questions', 'features/content/admin/FaqView#FaqView'),
    visual: adminView('/visual', 'Pages', 'features/content/editing/admin/VisualView#VisualView'),
  },
  jobs: editingJobs,
  provides: [typedTimes.with(moveScheduledChanges)],
  findPictureUses: async (db, mediaIds) =>
    (await findPagesShowing(db, mediaIds)).map(({ picture, page, key }) => ({
      picture,
      place: `the page “${pageName(page)}”`,
      path: `/visual/${visualPath(page, '', key)}`,
    })),
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoQuestions(req),
}
