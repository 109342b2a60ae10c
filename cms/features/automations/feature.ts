import type { Feature } from '../../platform/feature.ts'
import { everyMinute } from '../../platform/jobs/job.ts'
import { joinedSubscribers } from '../newsletter/ports.ts'
import { automationMailKinds } from './mail-kinds.ts'
import { cancelSwitchedOff, queueBirthdays, queueWelcome } from './service.ts'

export const automations: Feature = {
  name: 'automations',
  mailKinds: automationMailKinds,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoAutomations(req),
  jobs: [
    everyMinute('automations.take_back', cancelSwitchedOff),
    // Runs more than once a day, so that somebody who joins on their birthday also gets the letter.
    everyMinute('automations.queue_birthdays', (payload) => queueBirthdays(payload)),
  ],
  provides: [joinedSubscribers.with(queueWelcome)],
}
