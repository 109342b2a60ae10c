import { scheduledChanges } from '../../collections/scheduled-changes.ts'
import type { Feature } from '../feature.ts'
import { editingEndpoints } from './endpoints.ts'
import { scheduleEndpoints } from './schedule-endpoints.ts'
import { editingPresence, workerBeats } from './tables.ts'

export const editing: Feature = {
  name: 'editing',
  tables: { editing_presence: editingPresence, worker_beats: workerBeats },
  collections: [scheduledChanges],
  endpoints: [...editingEndpoints, ...scheduleEndpoints],
}
