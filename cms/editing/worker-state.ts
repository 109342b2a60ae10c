import type { Payload } from 'payload'
import { databaseOf } from '../database/query.ts'
import type { WorkerState } from './contract.ts'
import { findWorkerState } from './queries/plans.ts'

/**
 * Whether scheduled changes are carried out. `late` if one is overdue by two minutes, or if one is
 * waiting and the job engine was silent for that long.
 */
export async function workerState(payload: Payload): Promise<WorkerState> {
  const { beatAt, overdue, failed, isSilent } = await findWorkerState(databaseOf(payload))
  return { late: overdue > 0 || isSilent, beatAt: beatAt?.toISOString() ?? null, overdue, failed }
}
