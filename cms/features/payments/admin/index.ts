import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { findRefundsInTrouble } from './inbox.ts'

export const paymentsAdmin: FeatureAdmin = {
  navLinks: [
    { href: '/cms/card-payments', label: 'Card payments', permission: 'money.take', order: 56 },
  ],
  inbox: [{ order: 32, permission: 'money.approve', find: findRefundsInTrouble }],
}
