import type { Payload } from 'payload'
import { heedMailEvents } from '../newsletter/mail-events.ts'
import { startWorker, type Worker } from './worker.ts'

const everyMs = 1000

/** Does for the newsletter what nobody waits for with a page open, in every process. */
export const startNewsletterWorker = (payload: Payload): Worker =>
  startWorker('newsletter', everyMs, async () => {
    await heedMailEvents(payload)
  })
