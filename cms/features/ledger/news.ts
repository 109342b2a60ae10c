import { createLocalReq, type Payload } from 'payload'
import { announce } from '../../platform/database/announce.ts'
import { databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { startWorker, type WorkerLoop } from '../../platform/jobs/background.ts'
import { movedCredit } from './ports.ts'
import {
  hasMemberMovement,
  hasNews,
  listMemberMovements,
  lockPosition,
  savePosition,
} from './queries/news.ts'
import { creditMovedTag } from './tags.ts'

/**
 * A payment announces nothing: commits that notify wait for each other. Instead, one process at a time reads the
 * transfers that were committed since it last looked, and tells other features about all of them in one transaction. So
 * each transfer is told once, whatever dies in between. A transfer is told after all transactions that began before its
 * own have ended. Open windows do not wait for them: they only read their members' credit again.
 */

const pollMs = 1000
/**
 * A transaction takes the id of its transfer a moment before it gets its number. So that no such transfer is missed, the
 * read begins this many ids earlier; what was read before is left out by its number.
 */
const marginIds = 1000

export async function readNews(payload: Payload): Promise<void> {
  if (!(await hasNews(databaseOf(payload)))) return
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const position = await lockPosition(db)
    if (!position) return
    const { id, txid, next_id, next_txid, shown_id, xmin, xmax, newest } = position
    if (xmin < txid) {
      // A backup was restored into another database, which counts its transactions anew.
      await savePosition(db, {
        id: newest,
        txid: xmin,
        next_id: newest,
        next_txid: xmax,
        shown_id: newest,
      })
      return
    }
    const movements = await listMemberMovements(db, { above: id, from: txid, below: xmin })
    const isNextRead = xmin >= next_txid
    await savePosition(db, {
      id: isNextRead ? Math.max(id, next_id - marginIds) : id,
      txid: xmin,
      next_id: isNextRead ? newest : next_id,
      next_txid: isNextRead ? xmax : next_txid,
      shown_id: newest,
    })
    if (movements.length || (await hasMemberMovement(db, shown_id)))
      await announce(req, [creditMovedTag])
    if (!movements.length) return
    for (const handle of movedCredit.all(payload)) await handle(db, movements)
  })
}

/** Starts the worker that reads new transfers. */
export const startNewsWorker = (payload: Payload): WorkerLoop =>
  startWorker('ledger news', pollMs, () => readNews(payload))
