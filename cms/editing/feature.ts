import { scheduledChanges } from '../../collections/scheduled-changes.ts'
import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { editingActions } from './audit-actions.ts'
import { editingEndpoints } from './endpoints.ts'
import { scheduleEndpoints } from './schedule-endpoints.ts'
import { editingPresence } from './tables.ts'

export const editing: Feature = {
  name: 'editing',
  tables: { editing_presence: editingPresence },
  collections: [scheduledChanges],
  endpoints: [...editingEndpoints, ...scheduleEndpoints],
  auditActions: editingActions,
  adminViews: { visual: adminView('/visual', 'Pages', 'editing/admin/VisualView#VisualView') },
}
