import { databaseOf } from '../../../platform/database/query.ts'
import { defineJob, everyMinute } from '../../../platform/jobs/job.ts'
import { publishBatch } from './job-types.ts'
import { enqueueDueBatches, recordBatchFailure, runBatch } from './schedule/due-changes.ts'

export const editingJobs = [
  defineJob({
    ...publishBatch,
    run: ({ batch }, { payload }) => runBatch(payload, batch),
    onFailure: ({ batch }, failure, { payload }) => recordBatchFailure(payload, batch, failure),
  }),
  everyMinute('editing.enqueue_due', (payload) => enqueueDueBatches(databaseOf(payload))),
]
