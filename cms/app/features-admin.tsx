import '../features/content/editing/admin/visual.css'
import '../features/letters/admin/letters.css'
import type { AdminViewServerProps } from 'payload'
import { analyticsAdmin } from '../features/analytics/admin/index.ts'
import { bookingsAdmin } from '../features/bookings/admin/index.ts'
import { checkInAdmin } from '../features/check-in/admin/index.ts'
import { commonGoodAdmin } from '../features/common-good/admin/index.ts'
import { contentAdmin } from '../features/content/admin/index.ts'
import { enquiriesAdmin } from '../features/enquiries/admin/index.ts'
import { eventsAdmin } from '../features/events/admin/index.ts'
import { ledgerAdmin } from '../features/ledger/admin/index.ts'
import { lettersAdmin } from '../features/letters/admin/index.ts'
import { lunchAdmin } from '../features/lunch-run/admin/index.ts'
import { membersAdmin } from '../features/members/admin/index.ts'
import { momentsAdmin } from '../features/moments/admin/index.ts'
import { newsletterAdmin } from '../features/newsletter/admin/index.ts'
import { nudgesAdmin } from '../features/nudges/admin/index.ts'
import { paymentsAdmin } from '../features/payments/admin/index.ts'
import { reservationsAdmin } from '../features/reservations/admin/index.ts'
import { dropsAdmin } from '../features/secret-kitchens/admin/index.ts'
import { tillAdmin } from '../features/till/admin/index.ts'
import { venueAdmin } from '../features/venue/admin/index.ts'
import { Dashboard } from '../platform/admin/dashboard/Dashboard.tsx'
import type { FeatureAdmin } from '../platform/admin/feature-admin.ts'
import { NavLinks } from '../platform/admin/shell/NavLinks.tsx'
import { auditAdmin } from '../platform/audit/admin/index.ts'
import { backupsAdmin } from '../platform/backups/admin/index.ts'
import { jobsAdmin } from '../platform/jobs/admin/index.ts'
import { mailAdmin } from '../platform/mail/admin/index.ts'
import { mediaAdmin } from '../platform/media/admin/index.ts'
import { securityAdmin } from '../platform/security/admin/index.ts'
import { staffAdmin } from '../platform/staff/admin/index.ts'

/**
 * What each feature adds to the admin. The order of this list has no effect: links and dashboard parts are
 * sorted by their `order`.
 */
const features: FeatureAdmin[] = [
  analyticsAdmin,
  auditAdmin,
  backupsAdmin,
  bookingsAdmin,
  checkInAdmin,
  commonGoodAdmin,
  contentAdmin,
  dropsAdmin,
  enquiriesAdmin,
  eventsAdmin,
  ledgerAdmin,
  lettersAdmin,
  jobsAdmin,
  lunchAdmin,
  mailAdmin,
  mediaAdmin,
  membersAdmin,
  momentsAdmin,
  newsletterAdmin,
  nudgesAdmin,
  reservationsAdmin,
  paymentsAdmin,
  securityAdmin,
  staffAdmin,
  tillAdmin,
  venueAdmin,
]

const navLinks = [
  { href: '/cms', label: 'Today', order: 0 },
  ...features.flatMap(({ navLinks: own = [] }) => own),
].sort((a, b) => a.order - b.order)

export const AdminNavLinks = () => <NavLinks links={navLinks} />

export const DashboardView = (view: AdminViewServerProps) => (
  <Dashboard view={view} features={features} />
)
