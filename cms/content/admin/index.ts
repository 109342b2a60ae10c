import type { FeatureAdmin } from '../../admin/feature-admin.ts'

export const contentAdmin: FeatureAdmin = {
  navLinks: [{ href: '/cms/faq', label: 'Questions', order: 20 }],
  shortcuts: [{ href: '/cms/faq', label: 'Questions', order: 40 }],
}
