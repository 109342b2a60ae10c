import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { findWaitingEnquiries } from './inbox.ts'

const link = {
  ...{ href: '/cms/enquiries', label: 'Enquiries' },
  permission: 'enquiries.run' as const,
}

export const enquiriesAdmin: FeatureAdmin = {
  navLinks: [{ ...link, order: 26 }],
  shortcuts: [{ ...link, order: 26 }],
  inbox: [{ order: 10, permission: 'enquiries.run', find: findWaitingEnquiries }],
}
