import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { requireReader } from '../newsletter/service.ts'
import { automationContent, sampleAutomation } from './content.ts'
import { type AutomationKind, automationKinds } from './rules.ts'

const names: Record<AutomationKind, string> = {
  welcome: 'The welcome letter',
  birthday: 'The birthday letter',
}

export const automationMailKinds: readonly MailKind[] = automationKinds.map((kind) => ({
  kind,
  hiddenFrom: 'editors',
  auditSubject: names[kind],
  contentOf: (payload, row) => automationContent(payload, kind, row),
  storesContent: true,
  beforeResend: requireReader,
  samples: [
    {
      key: kind,
      name: names[kind],
      formPath: '/cms/globals/automations',
      make: ({ payload }) => sampleAutomation(payload, kind),
    },
  ],
}))
