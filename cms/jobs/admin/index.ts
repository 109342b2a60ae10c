import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { JobsBanner } from './JobsBanner.tsx'

export const jobsAdmin: FeatureAdmin = { banners: [{ order: 5, Component: JobsBanner }] }
