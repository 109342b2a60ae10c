import * as staff from '../platform/staff/pages.ts'
import type { MemberMenuEntry } from '../platform/ui/member-menu-entry.ts'
import type { PageNeeds } from '../platform/ui/page-needs.ts'
import { waitingPage } from './bookings/evening/pages.ts'
import * as bookings from './bookings/pages.ts'
import { doorNeeds, doorPage } from './check-in/door/pages.ts'
import * as checkIn from './check-in/pages.ts'
import * as commonGood from './common-good/pages.ts'
import * as content from './content/pages.ts'
import * as credit from './credit/pages.ts'
import * as dashboard from './dashboard/pages.ts'
import * as enquiries from './enquiries/pages.ts'
import * as events from './events/pages.ts'
import * as letters from './letters/pages.ts'
import * as lunchRun from './lunch-run/pages.ts'
import * as members from './members/pages.ts'
import * as moments from './moments/pages.ts'
import * as newsletter from './newsletter/pages.ts'
import * as nudges from './nudges/pages.ts'
import * as secretKitchens from './secret-kitchens/pages.ts'
import * as venue from './venue/pages.ts'

/**
 * The pages of all features. This module is pure, because site and islands import it. Each kind is a
 * separate export, so that the browser loads only what it uses.
 */

/** The member menu of all features, in order. */
export const memberMenu: readonly MemberMenuEntry[] = [
  ...members.memberMenu,
  ...dashboard.memberMenu,
  ...credit.memberMenu,
  ...moments.memberMenu,
  ...nudges.memberMenu,
].sort((one, other) => one.order - other.order)

/** Public pages with a fixed path, each with the key of its content records. */
export const publicPages = {
  ...venue.publicPages,
  ...letters.publicPages,
  ...events.publicPages,
  ...bookings.publicPages,
  ...enquiries.publicPages,
  ...commonGood.publicPages,
  ...content.publicPages,
} as const

/** Public pages with a variable path. */
export const publicPatterns: readonly { path: RegExp; page: string }[] = [
  ...letters.publicPatterns,
  ...events.publicPatterns,
  ...secretKitchens.publicPatterns,
]

/**
 * Pages for members, by the requested path. Each has the key of its content records and the path that is rendered.
 * `isOpen`: visitors see the page too, without what is the member's own.
 */
export const memberPages = {
  ...members.memberPages,
  ...credit.memberPages,
  ...events.memberPages,
  ...bookings.memberPages,
  ...lunchRun.memberPages,
  ...moments.memberPages,
  ...checkIn.memberPages,
  ...dashboard.memberPages,
} as const

/** Paths of pages that are made for one visitor. */
export const privatePages: readonly RegExp[] = [
  ...staff.privatePages,
  ...content.privatePages,
  ...members.privatePages,
  ...credit.privatePages,
  ...newsletter.privatePages,
  ...nudges.privatePages,
  ...events.privatePages,
  waitingPage,
  ...bookings.privatePages,
  ...moments.privatePages,
  ...enquiries.privatePages,
  ...secretKitchens.privatePages,
  doorPage,
]

/** Paths of documents for programs, such as the site map. They are rendered and cached like pages. */
export const documents: readonly string[] = [...content.documents, ...events.documents]

/**
 * By path: the query parameters that the page's content depends on, each with its known values or their
 * pattern. Other parameters and values are ignored.
 */
export const pageQueries: Readonly<
  Record<string, Readonly<Record<string, readonly string[] | RegExp>>>
> = {
  ...venue.pageQueries,
  ...events.pageQueries,
  ...bookings.pageQueries,
  ...enquiries.pageQueries,
  ...commonGood.pageQueries,
  // `back` is the requested page for members. The gate explains why it is shown instead of the requested page.
  '/common-room': { back: Object.keys(memberPages) },
}

/**
 * Pages that may do what others may not, such as using the camera. Their responses have headers of their own, and
 * navigations to them and from them load a new document.
 */
export const pageNeeds: readonly PageNeeds[] = [doorNeeds]

/** First path segments that are always lower case, other than those of `publicPages`. */
export const lowerCaseSegments: readonly string[] = [
  ...content.lowerCaseSegments,
  ...events.lowerCaseSegments,
  ...staff.lowerCaseSegments,
  ...members.lowerCaseSegments,
  ...newsletter.lowerCaseSegments,
  ...nudges.lowerCaseSegments,
  ...moments.lowerCaseSegments,
]

/** The names that staff see, by page key, for pages whose key is not clear enough. */
export const pageNames: Readonly<Record<string, string>> = {
  ...venue.pageNames,
  ...commonGood.pageNames,
  ...events.pageNames,
  ...bookings.pageNames,
  ...enquiries.pageNames,
  ...checkIn.pageNames,
  ...content.pageNames,
  ...members.pageNames,
  ...lunchRun.pageNames,
  ...moments.pageNames,
  ...dashboard.pageNames,
  ...secretKitchens.pageNames,
}
