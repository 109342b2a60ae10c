import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { DraftSummary } from './dashboard/DraftSummary.tsx'
import { FailedChanges } from './dashboard/FailedChanges.tsx'
import { PagesSection } from './dashboard/PagesSection.tsx'
import { ScheduleBanner } from './dashboard/ScheduleBanner.tsx'
import { findScheduledChanges } from './dashboard/scheduled-changes.tsx'

export const editingAdmin: FeatureAdmin = {
  navLinks: [{ href: '/cms/visual', label: 'Edit pages', order: 10 }],
  summaries: [{ order: 10, Component: DraftSummary }],
  banners: [
    { order: 10, Component: ScheduleBanner },
    { order: 50, Component: FailedChanges },
  ],
  sections: [{ order: 20, Component: PagesSection }],
  scheduled: { order: 20, find: findScheduledChanges },
}
