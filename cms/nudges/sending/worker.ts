import { randomInt } from 'node:crypto'
import type { Payload } from 'payload'
import { createPresence } from '../../database/presence.ts'
import { databaseOf } from '../../database/query.ts'
import { databaseUrl } from '../../database/url.ts'
import { startWorker, type Worker } from '../../jobs/background.ts'
import { log } from '../../log.ts'
import { sendPush } from '../../push/send.ts'
import { startDueNudges } from '../due.ts'
import { claimsOf, recoverDeliveries, type Taken, workerLocks } from '../queries/claims.ts'
import { findWork, finishNudges } from '../queries/nudges.ts'
import { pushOf } from './push-of.ts'
import { createSender } from './sender.ts'

const everyMs = 1000
const connections = 50

/** Starts scheduled nudges and sends deliveries to devices. Runs in every process. */
export function startNudgeWorker(payload: Payload): Worker {
  const db = databaseOf(payload)
  const number = randomInt(1, 2 ** 31 - 1)
  const presence = createPresence(databaseUrl(), [workerLocks, number], 'common-room-nudges')
  const sender = createSender({
    claims: claimsOf(db, number),
    send: async (delivery: Taken) => sendPush(payload, await pushOf(payload, delivery)),
    connections,
    onError: (error) => log.warn({ err: error }, 'a nudge could not be sent and is retried'),
  })
  const worker = startWorker('nudges', everyMs, async () => {
    const work = await findWork(db)
    if (work.scheduled) await startDueNudges(payload)
    if (work.due || work.taken || work.scheduled) {
      await presence.ensure()
      const recovered = await recoverDeliveries(db)
      if (recovered.queued || recovered.unknown) {
        log.warn(recovered, 'a nudge worker died; its deliveries were recovered')
      }
      if (await sender.run()) worker.wake()
    }
    if (work.open || work.scheduled) await finishNudges(db)
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
