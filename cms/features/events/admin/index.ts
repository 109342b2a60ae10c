import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { EventsToday } from './EventsToday.tsx'
import { TonightSection } from './tonight/TonightSection.tsx'

const link = { href: '/cms/events', label: 'Events' }

export const eventsAdmin: FeatureAdmin = {
  navLinks: [{ ...link, permission: 'events.write', order: 25 }],
  shortcuts: [
    {
      href: '/cms/collections/events/create',
      label: 'New event',
      permission: 'events.write',
      order: 45,
    },
  ],
  sections: [{ order: 20, permission: 'events.write', Component: EventsToday }],
  stationParts: [
    { at: { bar: 10, kitchen: 20 }, permission: 'today.read', Component: TonightSection },
  ],
}
