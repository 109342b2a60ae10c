import type { CollectionConfig, GlobalConfig } from 'payload'
import { audited, auditedGlobal } from '../cms/platform/payload/hooks/audit.ts'
import { recoverable } from '../cms/platform/payload/hooks/trash.ts'
import { accounting } from './accounting.ts'
import { audit } from './audit.ts'
import { automations } from './automations.ts'
import { bookingClosures } from './booking-closures.ts'
import { bookingRules } from './booking-rules.ts'
import { causes } from './causes.ts'
import { cmsContent, cmsGlobalContent } from './cms-content.ts'
import { consents } from './consents.ts'
import { events } from './events.ts'
import { faq } from './faq.ts'
import { letters } from './letters.ts'
import { lunchVendors } from './lunch-vendors.ts'
import { mailTexts } from './mail-texts.ts'
import { mails } from './mails.ts'
import { media } from './media.ts'
import { members } from './members.ts'
import { membership } from './membership.ts'
import { menus } from './menus.ts'
import { nudges } from './nudges.ts'
import { redirects } from './redirects.ts'
import { scheduledChanges } from './scheduled-changes.ts'
import { subscribers } from './subscribers.ts'
import { suppressions } from './suppressions.ts'
import { tables } from './tables.ts'
import { taps } from './taps.ts'
import { users } from './users.ts'
import { venue } from './venue.ts'

type Owned = { collections?: CollectionConfig[]; globals?: GlobalConfig[] }

/**
 * The collections and globals of features and platform modules, by the owner's name. The admin's menu shows the groups
 * of collections in this order.
 */
export const ownedRecords: Readonly<Record<string, Owned>> = {
  content: { collections: [cmsContent, cmsGlobalContent, recoverable(faq), scheduledChanges] },
  mail: { collections: [mails, audited(mailTexts)] },
  letters: { collections: [recoverable(audited(letters))] },
  media: { collections: [recoverable(audited(media), { hasVersions: false })] },
  venue: {
    collections: [menus, taps].map((each) => recoverable(audited(each))),
    globals: [auditedGlobal(venue)],
  },
  events: { collections: [recoverable(audited(events))] },
  bookings: {
    collections: [tables, bookingRules, bookingClosures].map((each) =>
      recoverable(audited(each), { hasVersions: false }),
    ),
  },
  'lunch-run': { collections: [recoverable(audited(lunchVendors), { hasVersions: false })] },
  redirects: { collections: [recoverable(audited(redirects))] },
  'common-good': { collections: [recoverable(audited(causes))] },
  till: { globals: [auditedGlobal(accounting)] },
  staff: { collections: [audited(users)] },
  newsletter: {
    collections: [audited(subscribers, { isPersonal: true }), consents, suppressions],
  },
  automations: { globals: [auditedGlobal(automations)] },
  members: { collections: [members], globals: [auditedGlobal(membership)] },
  nudges: { collections: [audited(nudges)] },
  audit: { collections: [audit] },
}

export const collections = Object.values(ownedRecords).flatMap((owned) => owned.collections ?? [])
export const globals = Object.values(ownedRecords).flatMap((owned) => owned.globals ?? [])
