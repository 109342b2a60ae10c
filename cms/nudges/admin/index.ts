import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { MissedNudges } from './MissedNudges.tsx'
import { findScheduledNudges } from './scheduled-nudges.tsx'
import { findNudgeFigures } from './week-figures.ts'

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
  banners: [{ order: 45, role: 'publisher', Component: MissedNudges }],
  weekFigures: { order: 25, find: findNudgeFigures },
  scheduled: { order: 15, find: findScheduledNudges },
}
