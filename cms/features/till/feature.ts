import { adminView } from '../../platform/admin/view.ts'
import { databaseOf } from '../../platform/database/query.ts'
import type { Feature } from '../../platform/feature.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { creditReversals } from '../common-good/ports.ts'
import { disputedEntries } from '../credit/ports.ts'
import { tillCalls } from './calls.ts'
import { openCase } from './cases.ts'
import { tillMailKinds } from './mails.ts'
import { deleteCasesOf, deleteOldCases, exportCasesOf } from './queries.ts'
import { reverseCredit } from './service.ts'
import { cases, tillClosings } from './tables.ts'

export const till: Feature = {
  name: 'till',
  tables: { till_closings: tillClosings, cases },
  calls: tillCalls,
  auditActions: {
    member_found: 'looked up {} by card',
    topped_up: 'topped up the credit of',
    payment_taken: 'took a payment from the credit of',
    credit_reversed: 'reversed a movement of',
    till_closed: 'closed the till:',
    till_counted: 'counted blind:',
    till_banked: 'took to the bank from',
    books_exported: 'downloaded',
    case_answered: 'answered the case',
    case_closed: 'closed the case',
  },
  adminViews: { till: adminView('/till', 'Till', 'features/till/admin/TillView#TillView') },
  mailKinds: tillMailKinds,
  jobs: [
    defineJob({
      name: 'till.delete_old_cases',
      schedule: '41 4 * * *',
      run: async (_, { payload }) => {
        await deleteOldCases(databaseOf(payload))
      },
    }),
  ],
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoClosings(req),
  provides: [disputedEntries.with(openCase), creditReversals.with(reverseCredit)],
  exportPersonalData: async (db, { id }) => ({ cases: await exportCasesOf(db, id) }),
  erasePersonalData: async (db, { id }) => {
    await deleteCasesOf(db, id)
  },
}
