import { accounting } from '../../collections/accounting.ts'
import { auditedGlobal } from '../../collections/hooks/audit.ts'
import { adminView } from '../admin/view.ts'
import { databaseOf } from '../database/query.ts'
import type { Feature } from '../feature.ts'
import { defineJob } from '../jobs/job.ts'
import { tillCalls } from './calls.ts'
import { openCase } from './cases.ts'
import { tillMailKinds } from './mails.ts'
import { deleteCasesOf, deleteOldCases, exportCasesOf } from './queries.ts'
import { cases, tillClosings } from './tables.ts'

export const till: Feature = {
  name: 'till',
  tables: { till_closings: tillClosings, cases },
  globals: [auditedGlobal(accounting)],
  calls: tillCalls,
  auditActions: {
    member_found: 'looked up by card',
    topped_up: 'topped up the credit of',
    payment_taken: 'took a payment from the credit of',
    credit_reversed: 'reversed a movement of',
    till_closed: 'closed the till:',
    books_exported: 'downloaded',
    case_answered: 'answered the case',
    case_closed: 'closed the case',
  },
  adminViews: { till: adminView('/till', 'Till', 'till/admin/TillView#TillView') },
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
  openCase,
  exportPersonalData: async (db, { id }) => ({ cases: await exportCasesOf(db, id) }),
  erasePersonalData: async (db, { id }) => {
    await deleteCasesOf(db, id)
  },
}
