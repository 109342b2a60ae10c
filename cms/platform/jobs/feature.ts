import type { Feature } from '../feature.ts'
import { workerBeats } from './tables.ts'

export const backgroundJobs: Feature = {
  name: 'jobs',
  tables: { worker_beats: workerBeats },
}
