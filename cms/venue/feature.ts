import { audited, auditedGlobal } from '../../collections/hooks/audit.ts'
import { recoverable } from '../../collections/hooks/trash.ts'
import { menus } from '../../collections/menus.ts'
import { taps } from '../../collections/taps.ts'
import { venue as venueGlobal } from '../../collections/venue.ts'
import { databaseOf } from '../database/query.ts'
import type { Feature } from '../feature.ts'
import { venueCalls } from './calls.ts'
import { mailBranding } from './mail-branding.ts'
import { findHeroPathsOf, isVenueSaved } from './queries.ts'
import { findVenue } from './service.ts'
import { venueTags } from './tags.ts'

export const venue: Feature = {
  name: 'venue',
  collections: [menus, taps].map((each) => recoverable(audited(each))),
  globals: [auditedGlobal(venueGlobal)],
  calls: venueCalls,
  auditActions: {
    barrel_changed: 'changed the barrel of',
    closed_today: 'closed for today:',
    opened_again: 'opened again today:',
  },
  mailBranding,
  hasRecords: (payload) => isVenueSaved(databaseOf(payload)),
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoVenue(req),
  findPictureUses: async (db, mediaIds) =>
    (await findHeroPathsOf(db, mediaIds)).map(({ picture, path }) => ({
      picture,
      place: `the pictures of ${path}`,
      path: '/globals/venue',
    })),
  site: { tag: venueTags.venue, find: findVenue },
}
