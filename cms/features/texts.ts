import { waiting } from './bookings/evening/fallback.ts'
import * as bookings from './bookings/fallback.ts'
import { door } from './check-in/door/fallback.ts'
import * as checkIn from './check-in/fallback.ts'
import * as commonGood from './common-good/fallback.ts'
import * as content from './content/fallback/index.ts'
import * as credit from './credit/fallback.ts'
import * as dashboard from './dashboard/fallback.ts'
import * as enquiries from './enquiries/fallback.ts'
import * as events from './events/fallback.ts'
import * as letters from './letters/fallback.ts'
import * as lunchRun from './lunch-run/fallback.ts'
import * as members from './members/fallback/index.ts'
import * as moments from './moments/fallback.ts'
import * as newsletter from './newsletter/fallback/index.ts'
import * as nudges from './nudges/fallback/index.ts'
import * as secretKitchens from './secret-kitchens/fallback.ts'

/** The texts that pages show until an editor publishes others, by page, section and key. */
export const fallback = {
  ...content.fallback,
  ...members.fallback,
  ...credit.fallback,
  ...newsletter.fallback,
  ...letters.fallback,
  ...commonGood.fallback,
  ...events.fallback,
  waiting,
  door,
  ...bookings.fallback,
  ...lunchRun.fallback,
  ...moments.fallback,
  ...dashboard.fallback,
  ...enquiries.fallback,
  ...checkIn.fallback,
  ...secretKitchens.fallback,
  // Words about events, moments, tiles and codes are global, because they are on many pages.
  global: {
    ...content.fallback.global,
    events: events.eventWords,
    book: { ...bookings.bookWords, ...enquiries.enquiryWords },
    moments: moments.momentWords,
    tiles: dashboard.tileWords,
    check_in: checkIn.checkInWords,
  },
  ...nudges.fallback,
} satisfies Record<string, Record<string, Record<string, string>>>

/** The name of a page in its content records. `global` is not a page. */
export type PageKey = Exclude<keyof typeof fallback, 'global'>
