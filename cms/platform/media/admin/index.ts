import type { FeatureAdmin } from '../../admin/feature-admin.ts'

export const mediaAdmin: FeatureAdmin = {
  shortcuts: [
    { href: '/cms/collections/media', label: 'Pictures', permission: 'content.write', order: 60 },
  ],
}
