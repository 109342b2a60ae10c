import type { Feature } from '../../platform/feature.ts'
import { movedCredit, roundUps } from '../ledger/ports.ts'
import { creditCalls } from './calls.ts'
import { creditJobs } from './jobs.ts'
import { hasSendToken } from './look-up.ts'
import { creditMailKinds } from './mails.ts'
import { newsMailKinds } from './news/mails.ts'
import { noteMovements } from './news/tell.ts'
import { claimPath } from './pages.ts'
import { eraseCreditData, exportCreditData } from './personal-data.ts'
import { isRoundUpOn } from './service.ts'
import { creditNews, creditSends, creditSettings } from './tables.ts'

export const credit: Feature = {
  name: 'credit',
  tables: { credit_settings: creditSettings, credit_sends: creditSends, credit_news: creditNews },
  calls: creditCalls,
  lookUps: [
    {
      path: claimPath,
      find: async (payload, path) =>
        (await hasSendToken(payload, path)) ? 'own' : { sameAs: '/common-room/claim' },
    },
  ],
  tokenPaths: ['/common-room/claim/:token'],
  mailKinds: [...creditMailKinds, ...newsMailKinds],
  jobs: creditJobs,
  provides: [movedCredit.with(noteMovements), roundUps.with(isRoundUpOn)],
  exportPersonalData: exportCreditData,
  erasePersonalData: eraseCreditData,
}
