import { randomInt } from 'node:crypto'
import type { Payload } from 'payload'
import { createPresence } from '../../../platform/database/presence.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { databaseUrl } from '../../../platform/database/url.ts'
import { startWorker, type WorkerLoop } from '../../../platform/jobs/background.ts'
import { sendPush } from '../../../platform/push/send.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { startDueNudges } from '../due.ts'
import { saveAnswers } from '../queries/answers.ts'
import {
  type ClaimedDelivery,
  createClaimStore,
  recoverDeliveries,
  workerLocks,
} from '../queries/claims.ts'
import { findWork, finishNudges } from '../queries/nudges.ts'
import { pushOf } from './push-of.ts'
import { createSender } from './sender.ts'

const everyMs = 1000
const connections = 60

/** Starts scheduled nudges and sends deliveries to devices. Runs in every process. */
export function startNudgeWorker(payload: Payload): WorkerLoop {
  const db = databaseOf(payload)
  const number = randomInt(1, 2 ** 31 - 1)
  const presence = createPresence(databaseUrl(), [workerLocks, number], 'common-room-nudges')
  const sender = createSender({
    claims: createClaimStore(db, number),
    saveAnswers: (answers) => saveAnswers(db, answers),
    send: async (delivery: ClaimedDelivery, timeoutMs) =>
      sendPush(payload, await pushOf(payload, delivery), timeoutMs),
    connections,
    onError: (error) => log.warn({ err: error }, 'a nudge could not be sent and is retried'),
  })
  const worker = startWorker('nudges', everyMs, async () => {
    const work = await findWork(db)
    if (work.hasDueDeliveries || work.hasTakenDeliveries) {
      await presence.ensure()
      const recovered = await recoverDeliveries(db)
      if (recovered.queued || recovered.repeated) {
        log.warn(recovered, 'the process of a nudge worker ended; its deliveries are queued again')
      }
      if (await sender.run()) worker.wake()
    }
    // Nudges are started after sending, because a start takes seconds if there are very many devices. A start wakes all
    // workers.
    if (work.hasDueNudges) await startDueNudges(payload)
    if (work.hasUnfinishedNudges || work.hasDueNudges) await finishNudges(db)
  })
  return {
    wake: worker.wake,
    stop: async () => {
      const sent = sender.stop()
      await worker.stop(sent)
      await presence.leave()
    },
  }
}
