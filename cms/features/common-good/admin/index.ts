import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { findWaitingOfCommonGood } from './inbox.ts'

const link = { href: '/cms/common-good', label: 'Common Good' }

export const commonGoodAdmin: FeatureAdmin = {
  navLinks: [{ ...link, permission: 'payouts.request', order: 60 }],
  shortcuts: [{ ...link, permission: 'money.take', order: 70 }],
  inbox: [{ order: 25, permission: 'money.approve', find: findWaitingOfCommonGood }],
}
