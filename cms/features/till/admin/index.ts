import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { findOpenCases } from './inbox.ts'
import { TillSection } from './TillSection.tsx'

const link = { href: '/cms/till', label: 'Till', permission: 'till.use' as const }

export const tillAdmin: FeatureAdmin = {
  navLinks: [{ ...link, order: 55 }],
  shortcuts: [{ ...link, order: 65 }],
  stationParts: [{ at: { bar: 20 }, permission: 'till.use', Component: TillSection }],
  inbox: [{ order: 30, permission: 'money.approve', find: findOpenCases }],
}
