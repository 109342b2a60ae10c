import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { BooksBanner } from './BooksBanner.tsx'

export const ledgerAdmin: FeatureAdmin = {
  banners: [{ order: 3, Component: BooksBanner }],
}
