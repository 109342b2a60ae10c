import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'

export const dropsAdmin: FeatureAdmin = {
  navLinks: [
    { href: '/cms/secret-kitchens', label: 'Secret kitchens', permission: 'drops.run', order: 28 },
  ],
}
