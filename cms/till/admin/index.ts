import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { CaseSummary } from './CaseSummary.tsx'

const link = { href: '/cms/till', label: 'Till', role: 'publisher' as const }

export const tillAdmin: FeatureAdmin = {
  navLinks: [{ ...link, order: 55 }],
  shortcuts: [{ ...link, order: 65 }],
  summaries: [{ order: 40, role: 'publisher', Component: CaseSummary }],
}
