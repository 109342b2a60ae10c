import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { soldOutItems } from '../venue/ports.ts'
import { lunchAuditActions } from './audit.ts'
import { lunchCalls } from './calls.ts'
import { lunchJobs } from './jobs.ts'
import { lunchMailKinds } from './mails.ts'
import { eraseLunches, exportLunches } from './personal-data.ts'
import { followMenus } from './sold-out.ts'
import { lunchOrders, lunchRuns } from './tables.ts'

export const lunchRun: Feature = {
  name: 'lunch-run',
  tables: { lunch_runs: lunchRuns, lunch_orders: lunchOrders },
  calls: lunchCalls,
  mailKinds: lunchMailKinds,
  jobs: lunchJobs,
  auditActions: lunchAuditActions,
  adminViews: {
    lunch: adminView('/lunch', 'Lunch', 'features/lunch-run/admin/LunchView#LunchView'),
  },
  provides: [soldOutItems.with(followMenus)],
  exportPersonalData: exportLunches,
  erasePersonalData: eraseLunches,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoLunch(req),
}
