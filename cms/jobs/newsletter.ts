import type { Payload } from 'payload'
import { queueBirthdays, takeBackSwitchedOff } from '../automations/service.ts'
import { heedMailEvents } from '../newsletter/mail-events.ts'
import { dropUnconfirmed } from '../newsletter/service.ts'
import { startWorker, type Worker } from './worker.ts'

const everyMs = 1000
const othersEveryMs = 60_000

/** Does for the newsletter what nobody waits for with a page open, in every process. */
export function startNewsletterWorker(payload: Payload): Worker {
  let lookedAt = Number.NEGATIVE_INFINITY
  return startWorker('newsletter', everyMs, async () => {
    await heedMailEvents(payload)
    if (performance.now() - lookedAt < othersEveryMs) return
    await takeBackSwitchedOff(payload)
    await queueBirthdays(payload)
    await dropUnconfirmed(payload)
    lookedAt = performance.now()
  })
}
