import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { WaitingSummary } from './WaitingSummary.tsx'

const link = { href: '/cms/common-good', label: 'Common Good' }

export const commonGoodAdmin: FeatureAdmin = {
  navLinks: [{ ...link, order: 60 }],
  shortcuts: [{ ...link, role: 'publisher', order: 70 }],
  summaries: [{ order: 20, role: 'publisher', Component: WaitingSummary }],
}
