import { databaseOf } from '../database/query.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { defineJob } from '../jobs/job.ts'
import { mailEventsAdded } from '../mail/job-types.ts'
import { applyNextRows } from './imports/apply-import.ts'
import { endFailedImport } from './imports/end-import.ts'
import { readUploadedFile } from './imports/read-file.ts'
import { deleteExpiredImports, enqueueUnfinishedImports } from './imports/service.ts'
import { carryOutImport, importKey, readImport } from './job-types.ts'
import { applyStoredEvents } from './mail-events.ts'
import { deleteUnconfirmed } from './retention.ts'

export const newsletterJobs = [
  defineJob({
    ...readImport,
    run: ({ id }, { payload }) => readUploadedFile(payload, id),
    onFailure: async ({ id }, { attempt, retryAt }, { payload }) => {
      if (!retryAt) await endFailedImport(payload, id, attempt)
    },
  }),
  defineJob({
    ...carryOutImport,
    run: async ({ id }, { payload, signal }) => {
      while (await applyNextRows(payload, id)) {
        if (!signal.aborted) continue
        // Another process goes on.
        await enqueue(databaseOf(payload), carryOutImport, { id }, { key: importKey(id) })
        return
      }
    },
    onFailure: async ({ id }, { attempt, retryAt }, { payload }) => {
      if (!retryAt) await endFailedImport(payload, id, attempt)
    },
  }),
  defineJob({
    name: 'newsletter.enqueue_imports',
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => enqueueUnfinishedImports(databaseOf(payload)),
  }),
  defineJob({
    ...mailEventsAdded,
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => applyStoredEvents(payload),
  }),
  defineJob({
    name: 'newsletter.drop_unconfirmed',
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => deleteUnconfirmed(payload),
  }),
  defineJob({
    name: 'newsletter.drop_old_imports',
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => deleteExpiredImports(payload),
  }),
]
