import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { findScheduledNudges } from './scheduled-nudges.tsx'
import { findNudgeNumbers } from './week-numbers.ts'

export const nudgesAdmin: FeatureAdmin = {
  navLinks: [{ href: '/cms/collections/nudges', label: 'Nudges', order: 35 }],
  shortcuts: [
    {
      href: '/cms/collections/nudges/create',
      label: 'Write a nudge',
      role: 'publisher',
      order: 55,
    },
  ],
  weekNumbers: { order: 25, find: findNudgeNumbers },
  scheduled: { order: 15, find: findScheduledNudges },
}
