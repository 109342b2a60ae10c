import { databaseOf } from '../database/sql.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { defineJob } from '../jobs/job.ts'
import { mailEventsAdded } from '../mail/job-types.ts'
import { carryOutRows } from './imports/carry-out.ts'
import { giveUpImport } from './imports/give-up.ts'
import { readUploaded } from './imports/read.ts'
import { dropOldImports, enqueueUnfinishedImports } from './imports/service.ts'
import { carryOutImport, importKey, readImport } from './job-types.ts'
import { heedMailEvents } from './mail-events.ts'
import { dropUnconfirmed } from './retention.ts'

export const newsletterJobs = [
  defineJob({
    ...readImport,
    run: ({ id }, { payload }) => readUploaded(payload, id),
    onFailure: async ({ id }, { attempt, retryAt }, { payload }) => {
      if (!retryAt) await giveUpImport(payload, id, attempt)
    },
  }),
  defineJob({
    ...carryOutImport,
    run: async ({ id }, { payload, signal }) => {
      while (await carryOutRows(payload, id)) {
        if (!signal.aborted) continue
        // Another process goes on.
        await enqueue(databaseOf(payload), carryOutImport, { id }, { key: importKey(id) })
        return
      }
    },
    onFailure: async ({ id }, { attempt, retryAt }, { payload }) => {
      if (!retryAt) await giveUpImport(payload, id, attempt)
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
    run: (_, { payload }) => heedMailEvents(payload),
  }),
  defineJob({
    name: 'newsletter.drop_unconfirmed',
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => dropUnconfirmed(payload),
  }),
  defineJob({
    name: 'newsletter.drop_old_imports',
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => dropOldImports(payload),
  }),
]
