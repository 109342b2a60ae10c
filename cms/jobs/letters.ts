import type { Payload } from 'payload'
import { beat } from '../editing/worker-state.ts'
import { finishLetters, startDueLetters } from '../letters/due.ts'
import { letterWorker } from '../letters/rules.ts'
import { startWorker, type Worker } from './worker.ts'

const everyMs = 1000
const beatEveryMs = 10_000

/** Starts letters when their time comes, and notes when they are done, in every process. */
export function startLetterWorker(payload: Payload): Worker {
  let beaten = Number.NEGATIVE_INFINITY
  return startWorker(letterWorker, everyMs, async () => {
    if (performance.now() - beaten >= beatEveryMs) {
      await beat(payload, letterWorker)
      beaten = performance.now()
    }
    await startDueLetters(payload)
    await finishLetters(payload)
  })
}
