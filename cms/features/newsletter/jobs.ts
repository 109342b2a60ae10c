import { databaseOf } from '../../platform/database/query.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { defineJob, everyMinute, type Job } from '../../platform/jobs/job.ts'
import { mailEventsAdded } from '../../platform/mail/job-types.ts'
import { applyNextRows } from './imports/apply-import.ts'
import { endFailedImport } from './imports/end-import.ts'
import { readUploadedFile } from './imports/read-file.ts'
import { deleteExpiredImports, enqueueUnfinishedImports } from './imports/service.ts'
import { carryOutImportJob, importKey, readImportJob } from './job-types.ts'
import { applyStoredEvents } from './mails/mail-events.ts'
import { deleteUnconfirmed } from './retention.ts'

const endIfGivenUp: Job<{ id: number }>['onFailure'] = async (
  { id },
  { attempt, retryAt },
  { payload },
) => {
  if (!retryAt) await endFailedImport(payload, id, attempt)
}

export const newsletterJobs = [
  defineJob({
    ...readImportJob,
    run: ({ id }, { payload }) => readUploadedFile(payload, id),
    onFailure: endIfGivenUp,
  }),
  defineJob({
    ...carryOutImportJob,
    run: async ({ id }, { payload, signal }) => {
      while (await applyNextRows(payload, id)) {
        if (!signal.aborted) continue
        // This process is stopping. The new job lets another process continue.
        await enqueue(databaseOf(payload), carryOutImportJob, { id }, { key: importKey(id) })
        return
      }
    },
    onFailure: endIfGivenUp,
  }),
  everyMinute('newsletter.enqueue_imports', (payload) =>
    enqueueUnfinishedImports(databaseOf(payload)),
  ),
  defineJob({
    ...mailEventsAdded,
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => applyStoredEvents(payload),
  }),
  everyMinute('newsletter.drop_unconfirmed', deleteUnconfirmed),
  everyMinute('newsletter.drop_old_imports', deleteExpiredImports),
]
