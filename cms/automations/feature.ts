import { automations as automationsGlobal } from '../../collections/automations.ts'
import { auditedGlobal } from '../../collections/hooks/audit.ts'
import type { Feature } from '../feature.ts'
import { automationJobs } from './jobs.ts'
import { automationMailKinds } from './mail-kinds.ts'
import { queueWelcome } from './service.ts'

export const automations: Feature = {
  name: 'automations',
  globals: [auditedGlobal(automationsGlobal)],
  mailKinds: automationMailKinds,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoAutomations(req),
  jobs: automationJobs,
  onSubscriberJoined: queueWelcome,
}
