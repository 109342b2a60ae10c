import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { findSubscriberFigures } from './week-figures.ts'

export const newsletterAdmin: FeatureAdmin = {
  navLinks: [
    {
      href: '/cms/newsletter/lists',
      label: 'Import & export',
      permission: 'subscribers.manage',
      order: 50,
    },
  ],
  weekFigures: { order: 10, permission: 'subscribers.read', find: findSubscriberFigures },
}
