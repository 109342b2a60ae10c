import type { FeatureAdmin } from '../../admin/feature-admin.ts'

export const staffAdmin: FeatureAdmin = {
  shortcuts: [
    { href: '/cms/collections/users', label: 'Staff', permission: 'staff.manage', order: 80 },
  ],
}
