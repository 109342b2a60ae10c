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
    // Not once a day: somebody who joins on their birthday gets the letter, too.
    everyMinute('automations.queue_birthdays', (payload) => queueBirthdays(payload)),
  ],
  onSubscriberJoined: queueWelcome,
}
