import type { Feature } from '../feature.ts'
import { liveCalls } from './calls.ts'
import { startHeartbeat } from './connect.ts'

export const live: Feature = {
  name: 'live',
  calls: liveCalls,
  workers: [{ wokenBy: [], start: startHeartbeat }],
}
