import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { DiskBanner } from './DiskBanner.tsx'
import { findFailedJobs } from './inbox.ts'
import { JobsBanner } from './JobsBanner.tsx'
import { JobsSection } from './JobsSection.tsx'

export const jobsAdmin: FeatureAdmin = {
  banners: [
    { order: 1, Component: DiskBanner },
    { order: 5, Component: JobsBanner },
  ],
  inbox: [{ order: 40, permission: 'system.read', find: findFailedJobs }],
  sections: [{ order: 55, permission: 'system.read', Component: JobsSection }],
}
