import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { findMissedNudges } from './inbox.ts'
import { MissedNudges } from './MissedNudges.tsx'
import { findScheduledNudges } from './scheduled-nudges.tsx'
import { findNudgeFigures } from './week-figures.ts'

export const nudgesAdmin: FeatureAdmin = {
  navLinks: [
    { href: '/cms/collections/nudges', label: 'Nudges', permission: 'nudges.read', order: 35 },
  ],
  shortcuts: [
    {
      href: '/cms/collections/nudges/create',
      label: 'Write a nudge',
      permission: 'nudges.send',
      order: 55,
    },
  ],
  inbox: [{ order: 54, permission: 'nudges.send', find: findMissedNudges }],
  banners: [{ order: 45, permission: 'nudges.send', Component: MissedNudges }],
  weekFigures: { order: 25, permission: 'nudges.read', find: findNudgeFigures },
  scheduled: { order: 15, permission: 'nudges.read', find: findScheduledNudges },
}
