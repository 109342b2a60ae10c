import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { commonGoodCalls } from './calls.ts'

export const commonGood: Feature = {
  name: 'common-good',
  calls: commonGoodCalls,
  auditActions: {
    cash_booked: 'booked for the Common Good:',
    movement_reversed: 'reversed for the Common Good:',
  },
  adminViews: {
    commonGood: adminView(
      '/common-good',
      'Common Good',
      'common-good/admin/CommonGoodView#CommonGoodView',
    ),
  },
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoEntries(req),
}
