import { automations as automationsGlobal } from '../../collections/automations.ts'
import { auditedGlobal } from '../../collections/hooks/audit.ts'
import type { Feature } from '../feature.ts'
import { everyMinute } from '../jobs/job.ts'
import { automationMailKinds } from './mail-kinds.ts'
import { cancelSwitchedOff, queueBirthdays, queueWelcome } from './service.ts'

export const automations: Feature = {
  name: 'automations',
  globals: [auditedGlobal(automationsGlobal)],
  mailKinds: automationMailKinds,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoAutomations(req),
  jobs: [
    everyMinute('automations.take_back', cancelSwitchedOff),
    // Runs more than once a day, so that somebody who joins on their birthday also gets the letter.
    everyMinute('automations.queue_birthdays', (payload) => queueBirthdays(payload)),
  ],
  onSubscriberJoined: queueWelcome,
}
