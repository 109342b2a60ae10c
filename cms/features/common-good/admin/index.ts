import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { WaitingSummary } from './WaitingSummary.tsx'

const link = { href: '/cms/common-good', label: 'Common Good' }

export const commonGoodAdmin: FeatureAdmin = {
  navLinks: [{ ...link, permission: 'payouts.request', order: 60 }],
  shortcuts: [{ ...link, permission: 'money.take', order: 70 }],
  summaries: [{ order: 20, permission: 'money.approve', Component: WaitingSummary }],
}
