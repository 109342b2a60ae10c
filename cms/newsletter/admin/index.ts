import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { findSubscriberFigures } from './week-figures.ts'

export const newsletterAdmin: FeatureAdmin = {
  navLinks: [
    { href: '/cms/newsletter/lists', label: 'Import & export', role: 'publisher', order: 50 },
  ],
  weekFigures: { order: 10, role: 'publisher', find: findSubscriberFigures },
}
