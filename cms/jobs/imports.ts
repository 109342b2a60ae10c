import type { Payload } from 'payload'
import { carryOutSome } from '../newsletter/imports/carry-out.ts'
import { readNextImport } from '../newsletter/imports/read.ts'
import { startWorker, type Worker } from './worker.ts'

const everyMs = 1000

/** Reads lists of subscribers that came in and carries out what is to be, in every process. */
export function startImportWorker(payload: Payload): Worker {
  let isStopped = false
  const worker = startWorker('imports', everyMs, async () => {
    while (!isStopped && (await readNextImport(payload))) {
      // One file after the other.
    }
    while (!isStopped && (await carryOutSome(payload))) {
      // Some rows after the others.
    }
  })
  return {
    ...worker,
    stop: (also) => {
      isStopped = true
      return worker.stop(also)
    },
  }
}
