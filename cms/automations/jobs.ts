import { defineJob } from '../jobs/job.ts'
import { cancelSwitchedOff, queueBirthdays } from './service.ts'

// Each minute, not once a day: also whoever joins on their birthday gets the letter.
const schedule = '* * * * *'

export const automationJobs = [
  defineJob({
    name: 'automations.take_back',
    schedule,
    atStart: true,
    run: (_, { payload }) => cancelSwitchedOff(payload),
  }),
  defineJob({
    name: 'automations.queue_birthdays',
    schedule,
    atStart: true,
    run: (_, { payload }) => queueBirthdays(payload),
  }),
]
