import { databaseOf } from '../../platform/database/query.ts'
import { defineJob, everyMinute } from '../../platform/jobs/job.ts'
import { askForFeedback, remind } from './notices.ts'
import { eventPushJob } from './pushes.ts'
import { forgetOldOrganisers } from './queries/links.ts'
import { refreshNextStarts } from './queries/staff-dates.ts'
import { endOverDates } from './series/dates.ts'
import { moveTimesJobs } from './series/move-times.ts'

export const eventJobs = [
  eventPushJob,
  ...moveTimesJobs,
  everyMinute('events.end', endOverDates),
  everyMinute('events.next', async (payload) => {
    await refreshNextStarts(databaseOf(payload))
  }),
  everyMinute('events.remind', remind),
  defineJob({
    name: 'events.ask',
    schedule: '0 11 * * *',
    run: (_, { payload }) => askForFeedback(payload),
  }),
  defineJob({
    name: 'events.forget',
    schedule: '47 4 * * *',
    run: async (_, { payload }) => {
      await forgetOldOrganisers(databaseOf(payload))
    },
  }),
]
