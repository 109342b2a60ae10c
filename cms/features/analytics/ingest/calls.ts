import { bodyLimits } from '../../../platform/http/body/body.ts'
import type { DirectCall } from '../../../platform/http/server/direct-calls.ts'
import { collect, endPage } from './receive.ts'

/** The calls of the tracker. */
export const trackerCalls: readonly DirectCall[] = [
  { path: '/analytics/collect', maxBodyBytes: bodyLimits.strangers, handle: collect },
  { path: '/analytics/page-end', maxBodyBytes: bodyLimits.strangers, handle: endPage },
]
