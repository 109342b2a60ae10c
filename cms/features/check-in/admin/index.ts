import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'

const link = {
  ...{ href: '/cms/door', label: 'Door' },
  permission: 'guests.check-in' as const,
}

export const checkInAdmin: FeatureAdmin = {
  navLinks: [{ ...link, order: 27 }],
  shortcuts: [{ ...link, order: 27 }],
}
