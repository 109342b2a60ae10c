import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { liveWorker } from '../../platform/live/connect.ts'
import { staffTopics } from '../../platform/live/ports.ts'
import { departures, insideChanges } from '../reservations/ports.ts'
import { doorCalls } from './door/calls.ts'
import { doorPage, doorPath } from './door/pages.ts'
import { recordDeparture, recordOnList } from './door/store.ts'
import { guestCalls } from './guest/calls.ts'
import { checkInJobs } from './jobs.ts'
import { checkInTopic } from './live.ts'
import { eraseCheckIns, exportCheckIns } from './personal-data.ts'
import {
  checkInAreas,
  checkInDevices,
  checkInKeys,
  checkInMovements,
  checkInShifts,
  checkInVisits,
} from './tables.ts'

export const checkIn: Feature = {
  name: 'check-in',
  tables: {
    check_in_keys: checkInKeys,
    check_in_shifts: checkInShifts,
    check_in_movements: checkInMovements,
    check_in_devices: checkInDevices,
    check_in_areas: checkInAreas,
    check_in_visits: checkInVisits,
  },
  calls: [...doorCalls, ...guestCalls],
  tokenPaths: ['/check-in/door/:token'],
  // The page is the same for everyone, so it is rendered once.
  lookUps: [{ path: doorPage, find: async () => ({ sameAs: doorPath }) }],
  jobs: checkInJobs,
  workers: [liveWorker(checkInTopic)],
  auditActions: {
    phone_enrolled: 'enrolled a phone for the door of',
    let_in_above_limit: 'let people in above the limit of',
    area_limit_changed: 'changed the limit of people in',
  },
  adminViews: {
    door: adminView('/door', 'Door report', 'features/check-in/admin/DoorView#DoorView'),
  },
  provides: [
    insideChanges.with(recordOnList),
    departures.with(recordDeparture),
    staffTopics.with([checkInTopic]),
  ],
  exportPersonalData: exportCheckIns,
  erasePersonalData: eraseCheckIns,
}
