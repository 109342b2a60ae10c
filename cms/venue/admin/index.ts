import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { BarrelsSection } from './BarrelsSection.tsx'
import { OpeningSection } from './OpeningSection.tsx'

export const venueAdmin: FeatureAdmin = {
  shortcuts: [
    { href: '/cms/collections/taps', label: 'Taps', order: 10 },
    { href: '/cms/collections/menus', label: 'Menus and prices', order: 20 },
    { href: '/cms/globals/venue', label: 'Hours and contact', role: 'admin', order: 30 },
  ],
  sections: [
    { order: 10, Component: OpeningSection },
    { order: 12, Component: BarrelsSection },
  ],
}
