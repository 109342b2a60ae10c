import type { FeatureAdmin } from '../../admin/feature-admin.ts'

export const newsletterAdmin: FeatureAdmin = {
  navLinks: [
    { href: '/cms/newsletter/lists', label: 'Import & export', role: 'publisher', order: 50 },
  ],
}
