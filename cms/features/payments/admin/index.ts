import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { FailedRefunds } from './FailedRefunds.tsx'

export const paymentsAdmin: FeatureAdmin = {
  navLinks: [
    { href: '/cms/card-payments', label: 'Card payments', permission: 'money.take', order: 56 },
  ],
  summaries: [{ order: 41, permission: 'money.approve', Component: FailedRefunds }],
}
