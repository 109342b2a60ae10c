import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { EveningLink } from './EveningLink.tsx'

const link = {
  ...{ href: '/cms/evening', label: 'Evening sheet' },
  permission: 'bookings.run' as const,
}

export const bookingsAdmin: FeatureAdmin = {
  navLinks: [{ ...link, order: 25 }],
  shortcuts: [{ ...link, order: 25 }],
  stationParts: [{ at: { bar: 5 }, permission: 'bookings.run', Component: EveningLink }],
}
