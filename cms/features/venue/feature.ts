import { databaseOf } from '../../platform/database/query.ts'
import type { Feature } from '../../platform/feature.ts'
import { mailBranding } from '../../platform/mail/branding.ts'
import { site } from '../../platform/runtime/site-facts.ts'
import { venueCalls } from './calls.ts'
import { findVenueBranding } from './look/mail-branding.ts'
import { findHeroPathsOf, isVenueSaved } from './queries.ts'
import { findVenue } from './service.ts'
import { venueTags } from './tags.ts'

export const venue: Feature = {
  name: 'venue',
  calls: venueCalls,
  auditActions: {
    barrel_changed: 'changed the barrel of',
    sold_out: 'marked {} as sold out',
    back_on_menu: 'put {} back on the menu',
    closed_today: 'closed {} for today',
    opened_again: 'opened {} again today',
    time_zone_changed: 'changed the time zone to',
  },
  hasRecords: (payload) => isVenueSaved(databaseOf(payload)),
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoVenue(req),
  findPictureUses: async (db, mediaIds) =>
    (await findHeroPathsOf(db, mediaIds)).map(({ picture, path }) => ({
      picture,
      place: `the pictures of ${path}`,
      path: '/globals/venue',
    })),
  provides: [
    site.with({ tag: venueTags.venue, find: findVenue }),
    mailBranding.with(findVenueBranding),
  ],
}
