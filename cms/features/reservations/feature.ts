import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { defineJob, everyMinute } from '../../platform/jobs/job.ts'
import { changedAddresses } from '../members/ports.ts'
import { payableKinds } from '../payments/ports.ts'
import { payableReservations } from './payable.ts'
import { changeAddress, eraseData, exportData, forgetOld } from './personal-data.ts'
import { staffCalls } from './staff/calls.ts'
import { reservationNotices, reservations as table } from './tables.ts'
import { expireAllDue } from './waitlist.ts'

export const reservations: Feature = {
  name: 'reservations',
  tables: { reservations: table, reservation_notices: reservationNotices },
  calls: staffCalls,
  adminViews: {
    reservations: adminView(
      '/reservations',
      'Reservations',
      'features/reservations/admin/ReservationsView#ReservationsView',
    ),
  },
  jobs: [
    everyMinute('reservations.expire', expireAllDue),
    defineJob({
      name: 'reservations.forget',
      schedule: '47 4 * * *',
      run: (_, { payload }) => forgetOld(payload),
    }),
  ],
  auditActions: {
    places_offered: 'offered places out of turn at',
    queue_moved: 'moved a party in the waitlist of',
    reservations_exported: 'downloaded the reservations of',
  },
  provides: [changedAddresses.with(changeAddress), payableKinds.with(payableReservations)],
  exportPersonalData: exportData,
  erasePersonalData: eraseData,
}
