import { databaseOf } from '../../platform/database/query.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { rotateKeys } from './keys.ts'
import { deleteOldDevices } from './queries/devices.ts'
import { deleteOldMovements } from './queries/movements.ts'
import { deleteOldShifts } from './queries/shifts.ts'
import { retentionDays } from './rules.ts'
import { forgetWithoutConsent, keepVisitLater, visitJob } from './visits.ts'

export const checkInJobs = [
  defineJob({ ...visitJob, run: (visit, { payload }) => keepVisitLater(payload, visit) }),
  defineJob({
    name: 'check-in.forget',
    schedule: '37 * * * *',
    run: async (_, { payload }) => {
      const db = databaseOf(payload)
      await deleteOldMovements(db, retentionDays)
      await forgetWithoutConsent(db)
      await deleteOldShifts(db, retentionDays)
      await deleteOldDevices(db)
      await rotateKeys(payload)
    },
  }),
]
