import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { EventsToday } from './EventsToday.tsx'

const link = { href: '/cms/events', label: 'Events' }

export const eventsAdmin: FeatureAdmin = {
  navLinks: [{ ...link, order: 25 }],
  shortcuts: [{ href: '/cms/collections/events/create', label: 'New event', order: 45 }],
  sections: [{ order: 20, Component: EventsToday }],
}
