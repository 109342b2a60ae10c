import type { Feature } from '../feature.ts'
import { creditCalls } from './calls.ts'
import { creditJobs } from './jobs.ts'
import { hasSendToken } from './look-up.ts'
import { creditMailKinds } from './mails.ts'
import { claimPath } from './pages.ts'
import { eraseCreditData, exportCreditData } from './personal-data.ts'
import { isRoundUpOn } from './service.ts'
import { creditSends, creditSettings } from './tables.ts'

export const credit: Feature = {
  name: 'credit',
  tables: { credit_settings: creditSettings, credit_sends: creditSends },
  calls: creditCalls,
  lookUps: [
    {
      path: claimPath,
      find: async (payload, path) =>
        (await hasSendToken(payload, path)) ? 'own' : { sameAs: '/common-room/claim' },
    },
  ],
  tokenPaths: ['/common-room/claim/:token'],
  mailKinds: creditMailKinds,
  jobs: creditJobs,
  roundsUp: isRoundUpOn,
  exportPersonalData: exportCreditData,
  erasePersonalData: eraseCreditData,
}
