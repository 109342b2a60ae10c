import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { BarrelsSection } from './BarrelsSection.tsx'
import { OpeningSection } from './OpeningSection.tsx'
import { SoldOutSection } from './SoldOutSection.tsx'

export const venueAdmin: FeatureAdmin = {
  shortcuts: [
    { href: '/cms/collections/taps', label: 'Taps', permission: 'taps.change', order: 10 },
    {
      href: '/cms/collections/menus',
      label: 'Menus and prices',
      permission: 'menus.write',
      order: 20,
    },
    {
      href: '/cms/globals/venue',
      label: 'Hours and contact',
      permission: 'venue.change',
      order: 30,
    },
  ],
  sections: [
    { order: 10, Component: OpeningSection },
    { order: 12, permission: 'taps.change', Component: BarrelsSection },
    { order: 13, permission: 'menus.sold-out', Component: SoldOutSection },
  ],
  stationParts: [
    { at: { bar: 30 }, permission: 'taps.change', Component: BarrelsSection },
    { at: { bar: 40, kitchen: 10 }, permission: 'menus.sold-out', Component: SoldOutSection },
    { at: { bar: 50, kitchen: 30 }, permission: 'today.read', Component: OpeningSection },
  ],
}
