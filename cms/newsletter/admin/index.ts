import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { findSubscriberNumbers } from './week-numbers.ts'

export const newsletterAdmin: FeatureAdmin = {
  navLinks: [
    { href: '/cms/newsletter/lists', label: 'Import & export', role: 'publisher', order: 50 },
  ],
  weekNumbers: { order: 10, role: 'publisher', find: findSubscriberNumbers },
}
