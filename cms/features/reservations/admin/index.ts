import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'

export const reservationsAdmin: FeatureAdmin = {
  navLinks: [
    {
      ...{ href: '/cms/reservations', label: 'Reservations' },
      ...{ permission: 'guests.check-in', order: 26 },
    },
  ],
}
