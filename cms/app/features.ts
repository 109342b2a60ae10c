import { analytics } from '../features/analytics/feature.ts'
import { automations } from '../features/automations/feature.ts'
import { bookings } from '../features/bookings/feature.ts'
import { checkIn } from '../features/check-in/feature.ts'
import { commonGood } from '../features/common-good/feature.ts'
import { content } from '../features/content/feature.ts'
import { credit } from '../features/credit/feature.ts'
import { dashboard } from '../features/dashboard/feature.ts'
import { enquiries } from '../features/enquiries/feature.ts'
import { events } from '../features/events/feature.ts'
import { ledger } from '../features/ledger/feature.ts'
import { letters } from '../features/letters/feature.ts'
import { lunchRun } from '../features/lunch-run/feature.ts'
import { members } from '../features/members/feature.ts'
import { moments } from '../features/moments/feature.ts'
import { newsletter } from '../features/newsletter/feature.ts'
import { nudges } from '../features/nudges/feature.ts'
import { payments } from '../features/payments/feature.ts'
import { redirects } from '../features/redirects/feature.ts'
import { reservations } from '../features/reservations/feature.ts'
import { secretKitchens } from '../features/secret-kitchens/feature.ts'
import { till } from '../features/till/feature.ts'
import { venue } from '../features/venue/feature.ts'
import { audit } from '../platform/audit/feature.ts'
import { backups } from '../platform/backups/feature.ts'
import type { Feature } from '../platform/feature.ts'
import { backgroundJobs } from '../platform/jobs/feature.ts'
import { limits } from '../platform/limits/feature.ts'
import { live } from '../platform/live/feature.ts'
import { mail } from '../platform/mail/feature.ts'
import { media } from '../platform/media/feature.ts'
import { push } from '../platform/push/feature.ts'
import { security } from '../platform/security/feature.ts'
import { staff } from '../platform/staff/feature.ts'
import { trash } from '../platform/trash/feature.ts'

/**
 * Every feature and platform module with tables, collections or calls. A new feature is added to this list; its
 * collections are added to `collections/index.ts`.
 */
export const features: readonly Feature[] = [
  content,
  mail,
  letters,
  media,
  venue,
  reservations,
  events,
  bookings,
  enquiries,
  checkIn,
  redirects,
  commonGood,
  ledger,
  till,
  payments,
  staff,
  newsletter,
  automations,
  members,
  credit,
  moments,
  nudges,
  lunchRun,
  secretKitchens,
  analytics,
  dashboard,
  audit,
  limits,
  live,
  security,
  backgroundJobs,
  backups,
  push,
  trash,
]
