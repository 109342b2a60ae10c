import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { OverdueEnquiries } from './OverdueEnquiries.tsx'

const link = {
  ...{ href: '/cms/enquiries', label: 'Enquiries' },
  permission: 'enquiries.run' as const,
}

export const enquiriesAdmin: FeatureAdmin = {
  navLinks: [{ ...link, order: 26 }],
  shortcuts: [{ ...link, order: 26 }],
  summaries: [{ order: 26, permission: 'enquiries.run', Component: OverdueEnquiries }],
}
