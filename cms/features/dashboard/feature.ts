import type { Feature } from '../../platform/feature.ts'
import { dashboardCalls } from './calls.ts'
import { eraseDashboard, exportDashboard } from './personal-data.ts'
import { memberHomes, triedBeerStyles } from './tables.ts'

export const dashboard: Feature = {
  name: 'dashboard',
  tables: { tried_beer_styles: triedBeerStyles, member_homes: memberHomes },
  calls: dashboardCalls,
  exportPersonalData: exportDashboard,
  erasePersonalData: eraseDashboard,
}
