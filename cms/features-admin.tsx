import './editing/admin/visual.css'
import './letters/admin/letters.css'
import type { AdminViewServerProps } from 'payload'
import { Dashboard } from './admin/dashboard/Dashboard.tsx'
import type { FeatureAdmin } from './admin/feature-admin.ts'
import { NavLinks } from './admin/shell/NavLinks.tsx'
import { analyticsAdmin } from './analytics/admin/index.ts'
import { auditAdmin } from './audit/admin/index.ts'
import { commonGoodAdmin } from './common-good/admin/index.ts'
import { contentAdmin } from './content/admin/index.ts'
import { editingAdmin } from './editing/admin/index.ts'
import { eventsAdmin } from './events/admin/index.ts'
import { jobsAdmin } from './jobs/admin/index.ts'
import { ledgerAdmin } from './ledger/admin/index.ts'
import { lettersAdmin } from './letters/admin/index.ts'
import { mailAdmin } from './mail/admin/index.ts'
import { mediaAdmin } from './media/admin/index.ts'
import { membersAdmin } from './members/admin/index.ts'
import { newsletterAdmin } from './newsletter/admin/index.ts'
import { nudgesAdmin } from './nudges/admin/index.ts'
import { securityAdmin } from './security/admin/index.ts'
import { staffAdmin } from './staff/admin/index.ts'
import { tillAdmin } from './till/admin/index.ts'
import { venueAdmin } from './venue/admin/index.ts'

/**
 * What each feature adds to the admin. The order of this list has no effect: links and dashboard parts are
 * sorted by their `order`.
 */
const features: FeatureAdmin[] = [
  analyticsAdmin,
  auditAdmin,
  commonGoodAdmin,
  contentAdmin,
  editingAdmin,
  eventsAdmin,
  ledgerAdmin,
  lettersAdmin,
  jobsAdmin,
  mailAdmin,
  mediaAdmin,
  membersAdmin,
  newsletterAdmin,
  nudgesAdmin,
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
