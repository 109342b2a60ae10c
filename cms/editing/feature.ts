import { scheduledChanges } from '../../collections/scheduled-changes.ts'
import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { editingActions } from './audit-actions.ts'
import { editingCalls } from './calls.ts'
import { editingJobs } from './jobs.ts'
import { editingPresence } from './tables.ts'

export const editing: Feature = {
  name: 'editing',
  tables: { editing_presence: editingPresence },
  collections: [scheduledChanges],
  calls: editingCalls,
  auditActions: editingActions,
  adminViews: { visual: adminView('/visual', 'Pages', 'editing/admin/VisualView#VisualView') },
  jobs: editingJobs,
}
