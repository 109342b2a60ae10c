import { audited, auditedGlobal } from '../../collections/hooks/audit.ts'
import { menus } from '../../collections/menus.ts'
import { taps } from '../../collections/taps.ts'
import { venue as venueGlobal } from '../../collections/venue.ts'
import { databaseOf } from '../database/query.ts'
import type { Feature } from '../feature.ts'
import { mailBranding } from './mail-branding.ts'
import { isVenueSaved } from './queries.ts'
import { findVenue } from './service.ts'
import { venueTags } from './tags.ts'

export const venue: Feature = {
  name: 'venue',
  collections: [audited(menus), audited(taps)],
  globals: [auditedGlobal(venueGlobal)],
  mailBranding,
  hasRecords: (payload) => isVenueSaved(databaseOf(payload)),
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoVenue(req),
  site: { tag: venueTags.venue, find: findVenue },
}
