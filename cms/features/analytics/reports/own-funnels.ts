import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { rollUpJob } from '../rollups/job-types.ts'
import { deleteFunnel, insertFunnel } from '../rollups/queries/funnels.ts'
import type { FunnelRequest } from './contract.ts'
import { funnelLimits } from './rules.ts'

/**
 * Stores a funnel. A job counts it on the days that are already added up.
 * @throws HttpError `conflict` if there are too many funnels
 */
export const addFunnel = (req: PayloadRequest, { name, steps }: FunnelRequest): Promise<string> =>
  inTransaction(req, async (db) => {
    // Without the lock, concurrent requests would count the same number of funnels, and store more than allowed.
    await lockNames(db, ['own funnels'])
    const id = await insertFunnel(db, { name, steps, maxCount: funnelLimits.count })
    if (id === null) {
      throw new HttpError(
        'conflict',
        `There are ${funnelLimits.count} funnels already. Delete one first.`,
      )
    }
    await record(req, { ...auditFields(id, name), action: 'funnel_made', details: { steps } })
    await enqueue(db, rollUpJob, null)
    return String(id)
  })

/** @throws HttpError `not_found` */
export const removeFunnel = (req: PayloadRequest, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const name = await deleteFunnel(db, id)
    if (name === null) throw new HttpError('not_found', 'There is no such funnel.')
    await record(req, { ...auditFields(id, name), action: 'funnel_deleted' })
  })

const auditFields = (id: number, name: string) => ({
  subject: name,
  of_collection: 'analytics',
  document: id,
})
