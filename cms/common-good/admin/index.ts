import type { FeatureAdmin } from '../../admin/feature-admin.ts'

export const commonGoodAdmin: FeatureAdmin = {
  shortcuts: [
    { href: '/cms/collections/common_good', label: 'Common Good', role: 'publisher', order: 70 },
  ],
}
