import { commonGood as commonGoodCollection } from '../../collections/common-good.ts'
import { audited } from '../../collections/hooks/audit.ts'
import { recoverable } from '../../collections/hooks/trash.ts'
import type { Feature } from '../feature.ts'
import { commonGoodCalls } from './calls.ts'

export const commonGood: Feature = {
  name: 'common-good',
  collections: [recoverable(audited(commonGoodCollection))],
  calls: commonGoodCalls,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoEntries(req),
}
