import { createLocalReq, type Payload } from 'payload'
import { inTransaction } from './database/transaction.ts'
import { featuresOf } from './feature.ts'

/**
 * Fills an empty database with the demo venue, in one transaction. A database in which any feature
 * has records is left as it is.
 * @returns whether the database was filled
 */
export async function fillDemoWhenEmpty(payload: Payload): Promise<boolean> {
  const features = featuresOf(payload)
  const filled = await Promise.all(features.map(({ hasRecords }) => hasRecords?.(payload)))
  if (filled.includes(true)) return false
  payload.logger.info('filling the empty database with the demo venue')
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async () => {
    for (const { fillDemo } of features) await fillDemo?.(req)
  })
  return true
}
