import { scheduledChanges } from '../../collections/scheduled-changes.ts'
import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { editingCalls } from './calls.ts'
import { editingJobs } from './jobs.ts'
import { editingPresence } from './tables.ts'

export const editing: Feature = {
  name: 'editing',
  tables: { editing_presence: editingPresence },
  collections: [scheduledChanges],
  calls: editingCalls,
  auditActions: {
    draft: 'wrote a draft of',
    discard: 'discarded the draft of',
    publish: 'published',
    unpublish: 'took down',
    schedule: 'scheduled',
    cancel_schedule: 'cancelled what was scheduled for',
    schedule_failed: 'could not do what was scheduled for',
    restore: 'restored an older version of',
  },
  adminViews: { visual: adminView('/visual', 'Pages', 'editing/admin/VisualView#VisualView') },
  jobs: editingJobs,
}
