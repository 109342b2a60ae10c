import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { LunchSection } from './LunchSection.tsx'

const link = { href: '/cms/lunch', label: 'Lunch', permission: 'lunch.run' as const }

export const lunchAdmin: FeatureAdmin = {
  navLinks: [{ ...link, order: 27 }],
  stationParts: [
    { at: { kitchen: 5, bar: 45 }, permission: 'today.read', Component: LunchSection },
  ],
}
