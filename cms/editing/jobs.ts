import { databaseOf } from '../database/query.ts'
import { defineJob, everyMinute } from '../jobs/job.ts'
import { enqueueDueBatches, recordBatchFailure, runBatch } from './due-changes.ts'
import { publishBatch } from './job-types.ts'

export const editingJobs = [
  defineJob({
    ...publishBatch,
    run: ({ batch }, { payload }) => runBatch(payload, batch),
    onFailure: ({ batch }, failure, { payload }) => recordBatchFailure(payload, batch, failure),
  }),
  everyMinute('editing.enqueue_due', (payload) => enqueueDueBatches(databaseOf(payload))),
]
