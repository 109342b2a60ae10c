import type { GlobalConfig, Tab } from 'payload'
import type { AutomationKind } from '../cms/features/automations/rules.ts'
import { letterBody } from '../cms/features/letters/fields/letter-body.ts'
import { maxLengths } from '../cms/features/letters/rules.ts'
import { formPart } from '../cms/platform/payload/fields/admin.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

const tab = (name: AutomationKind, { label, when }: { label: string; when: string }): Tab => ({
  name,
  label,
  fields: [
    {
      name: 'on',
      label: 'Goes out by itself',
      type: 'checkbox',
      defaultValue: false,
      admin: { description: when },
      validate: (on: unknown, { siblingData }: { siblingData: unknown }) => {
        const { subject, body } = siblingData as { subject?: unknown; body?: unknown }
        return !on || (subject && body) ? true : 'Write its subject and its text first.'
      },
    },
    formPart('look', 'features/automations/admin/PreviewButton'),
    { name: 'subject', type: 'text', maxLength: maxLengths.subject },
    {
      name: 'preheader',
      label: 'Preview text',
      type: 'text',
      maxLength: maxLengths.preheader,
      admin: { description: 'What a list of mails shows after the subject.' },
    },
    { ...letterBody(), required: false },
  ],
})

export const automations: GlobalConfig = {
  slug: 'automations',
  label: 'Automations',
  admin: { group: 'Newsletter' },
  access: {
    read: permitted('letters.write'),
    update: permitted('letters.send'),
    readVersions: () => false,
  },
  fields: [
    {
      type: 'tabs',
      tabs: [
        tab('welcome', {
          label: 'Welcome',
          when: 'To everybody who joins, as soon as they have confirmed their address.',
        }),
        tab('birthday', {
          label: 'Birthday',
          when: 'To everybody who gets letters and has told their birthday, on the day at nine in the morning.',
        }),
      ],
    },
  ],
}
