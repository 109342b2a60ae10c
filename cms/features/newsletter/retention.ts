import { createLocalReq, type Payload } from 'payload'
import { inTransaction } from '../../platform/database/transaction.ts'
import { deleteContentOf, deleteMailsTo } from '../../platform/mail/service.ts'
import { deleteExpiredRequests } from './queries/requests.ts'
import { deleteUnconfirmedSubscribers } from './queries/subscribers.ts'

const batchSize = 1000

/** Deletes expired sign-ups, and unconfirmed subscribers about whom nothing else is stored. */
export async function deleteUnconfirmed(payload: Payload): Promise<void> {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) =>
    deleteContentOf(db, 'confirm_subscription', await deleteExpiredRequests(db)),
  )
  const deleteSome = () =>
    inTransaction(req, async (db) => {
      const deleted = await deleteUnconfirmedSubscribers(db, batchSize)
      await deleteMailsTo(db, deleted)
      return deleted.length
    })
  while ((await deleteSome()) === batchSize) {
    // Each batch is a transaction of its own.
  }
}
