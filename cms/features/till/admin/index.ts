import type { FeatureAdmin } from '../../../platform/admin/feature-admin.ts'
import { CaseSummary } from './CaseSummary.tsx'
import { TillSection } from './TillSection.tsx'

const link = { href: '/cms/till', label: 'Till', permission: 'till.use' as const }

export const tillAdmin: FeatureAdmin = {
  navLinks: [{ ...link, order: 55 }],
  shortcuts: [{ ...link, order: 65 }],
  stationParts: [{ at: { bar: 20 }, permission: 'till.use', Component: TillSection }],
  summaries: [{ order: 40, permission: 'money.approve', Component: CaseSummary }],
}
