import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { DraftSummary } from '../editing/admin/dashboard/DraftSummary.tsx'
import { FailedChanges } from '../editing/admin/dashboard/FailedChanges.tsx'
import { findOverdueChanges } from '../editing/admin/dashboard/inbox.ts'
import { PagesSection } from '../editing/admin/dashboard/PagesSection.tsx'
import { ScheduleBanner } from '../editing/admin/dashboard/ScheduleBanner.tsx'
import { findScheduledChanges } from '../editing/admin/dashboard/scheduled-changes.tsx'
import { DamagedRecords } from './DamagedRecords.tsx'

export const contentAdmin: FeatureAdmin = {
  navLinks: [
    { href: '/cms/visual', label: 'Edit pages', permission: 'content.write', order: 10 },
    { href: '/cms/faq', label: 'Questions', permission: 'content.write', order: 20 },
  ],
  shortcuts: [{ href: '/cms/faq', label: 'Questions', permission: 'content.write', order: 40 }],
  summaries: [{ order: 10, permission: 'drafts.read', Component: DraftSummary }],
  inbox: [{ order: 50, permission: 'drafts.read', find: findOverdueChanges }],
  banners: [
    { order: 10, permission: 'drafts.read', Component: ScheduleBanner },
    { order: 50, permission: 'drafts.read', Component: FailedChanges },
    { order: 60, permission: 'content.write', Component: DamagedRecords },
  ],
  sections: [{ order: 20, permission: 'drafts.read', Component: PagesSection }],
  scheduled: { order: 20, permission: 'drafts.read', find: findScheduledChanges },
}
