import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { WorkerState } from './contract.ts'
import { findWorkerState } from './queries/scheduled-changes.ts'

/**
 * Whether scheduled changes are carried out on time. `late` is true if a change is overdue by two minutes, or
 * if a change is waiting and no process has polled for jobs for two minutes.
 */
export async function workerState(payload: Payload): Promise<WorkerState> {
  const { beatAt, overdue, failed, isSilent } = await findWorkerState(databaseOf(payload))
  return { late: overdue > 0 || isSilent, beatAt: beatAt?.toISOString() ?? null, overdue, failed }
}
