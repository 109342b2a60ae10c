import { databaseOf } from '../database/query.ts'
import { defineJob } from '../jobs/job.ts'
import { askForNewPasswords } from './exposed-passwords.ts'
import { deleteStalePasskeyData } from './passkeys/queries.ts'
import { deleteExpiredStaffAccess } from './queries.ts'

export const staffJobs = [
  defineJob({
    name: 'staff.drop_old',
    schedule: '17 * * * *',
    atStart: true,
    run: async (_, { payload }) => {
      await deleteExpiredStaffAccess(databaseOf(payload))
      await deleteStalePasskeyData(databaseOf(payload))
    },
  }),
  defineJob({
    name: 'staff.ask_for_new_passwords',
    atStart: true,
    run: (_, { payload }) => askForNewPasswords(payload),
  }),
]
