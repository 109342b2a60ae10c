import type { Payload } from 'payload'
import { runDueChanges } from '../editing/due-changes.ts'
import { beat, scheduleWorker } from '../editing/worker-state.ts'
import { dropOldTries } from '../limits/service.ts'
import { tidyMails } from '../mail/tidy.ts'
import { deleteDueMembers } from '../members/profile/deletion.ts'
import { tidyMembership } from '../members/retention.ts'
import { dropOldImports } from '../newsletter/imports/service.ts'
import { startWorker, type Worker } from './worker.ts'

const everyMs = 1000
const beatEveryMs = 10_000
const tidyEveryMs = 60_000

/** Works off what is due, in every process; see `runDueChanges`. */
export function startScheduleWorker(payload: Payload): Worker {
  const last = { beat: 0, tidy: 0 }
  const since = (at: number) => performance.now() - at
  return startWorker(scheduleWorker, everyMs, async () => {
    if (!last.beat || since(last.beat) >= beatEveryMs) {
      await beat(payload, scheduleWorker)
      last.beat = performance.now()
    }
    await runDueChanges(payload)
    if (!last.tidy || since(last.tidy) >= tidyEveryMs) {
      await dropOldTries(payload)
      await dropOldImports(payload)
      await tidyMails(payload)
      await tidyMembership(payload)
      await deleteDueMembers(payload)
      last.tidy = performance.now()
    }
  })
}
