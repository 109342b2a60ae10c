import { databaseOf } from '../database/query.ts'
import { defineJob, everyMinute } from '../jobs/job.ts'
import { endOverDates } from './dates.ts'
import { askForFeedback, remind } from './notices.ts'
import { eventPushJob } from './pushes.ts'
import { forgetOldOrganisers } from './queries/links.ts'
import { deleteUnconfirmed, forgetOldGuests } from './queries/personal-data.ts'
import { expireAllDue } from './waitlist.ts'

export const eventJobs = [
  eventPushJob,
  everyMinute('events.expire', expireAllDue),
  everyMinute('events.end', endOverDates),
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
      await deleteUnconfirmed(databaseOf(payload))
      await forgetOldGuests(databaseOf(payload))
      await forgetOldOrganisers(databaseOf(payload))
    },
  }),
]
