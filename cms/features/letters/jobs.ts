import { databaseOf } from '../../platform/database/query.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { defineJob, everyMinute } from '../../platform/jobs/job.ts'
import { finishEveryMs, finishLettersJob, startLetterJob } from './job-types.ts'
import {
  enqueueDueLetters,
  finishSentLetters,
  noteStartFailure,
  startScheduledLetter,
} from './sending/due.ts'

export const letterJobs = [
  defineJob({
    ...startLetterJob,
    run: ({ letter }, { payload }) => startScheduledLetter(payload, letter),
    onFailure: ({ letter }, failure, { payload }) => noteStartFailure(payload, letter, failure),
  }),
  defineJob({
    ...finishLettersJob,
    schedule: '* * * * *',
    atStart: true,
    run: async (_, { payload }) => {
      const db = databaseOf(payload)
      if (!(await finishSentLetters(db))) return
      const runAt = new Date(Date.now() + finishEveryMs)
      await enqueue(db, finishLettersJob, null, { key: finishLettersJob.name, runAt })
    },
  }),
  everyMinute('letters.enqueue_due', (payload) => enqueueDueLetters(databaseOf(payload))),
]
