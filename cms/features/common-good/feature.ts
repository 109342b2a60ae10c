import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { giftMessages } from '../credit/ports.ts'
import { commonGoodCalls } from './calls.ts'
import { findPictureUses } from './causes.ts'
import { commonGoodJobs } from './jobs.ts'
import {
  eraseMessages,
  exportMessages,
  findContributionsWithoutMessage,
  storeGiftMessage,
} from './messages.ts'
import {
  causePayoutReversals,
  causePayouts,
  commonGoodEarlierLimits,
  commonGoodMessages,
  commonGoodRequests,
} from './tables.ts'

export const commonGood: Feature = {
  name: 'common-good',
  tables: {
    cause_payouts: causePayouts,
    cause_payout_reversals: causePayoutReversals,
    common_good_earlier_limits: commonGoodEarlierLimits,
    common_good_messages: commonGoodMessages,
    common_good_requests: commonGoodRequests,
  },
  calls: commonGoodCalls,
  auditActions: {
    cash_booked: 'booked for the Common Good:',
    movement_reversed: 'reversed for the Common Good:',
    out_requested: 'asked to take out of the Common Good:',
    out_approved: 'approved for the Common Good:',
    out_refused: 'refused for the Common Good:',
    cause_funded: 'set money aside for',
    payout_requested: 'asked for',
    payout_approved: 'approved',
    payout_refused: 'refused',
    payout_reversal_requested: 'asked to take back',
    payout_reversed: 'took back',
    payout_reversal_refused: 'refused to take back',
    message_shown: 'showed',
    message_hidden: 'hid',
  },
  // Payload shows the first view whose path is a prefix of the requested path, so the shortest path comes last.
  adminViews: {
    commonGoodCauses: adminView(
      '/common-good/causes',
      'Causes & payouts',
      'features/common-good/admin/CausesView#CausesView',
    ),
    commonGoodMessages: adminView(
      '/common-good/messages',
      'Messages to the Common Good',
      'features/common-good/admin/MessagesView#MessagesView',
    ),
    commonGood: adminView(
      '/common-good',
      'Common Good',
      'features/common-good/admin/CommonGoodView#CommonGoodView',
    ),
  },
  provides: [
    giftMessages.with({ store: storeGiftMessage, findWithout: findContributionsWithoutMessage }),
  ],
  findPictureUses,
  jobs: commonGoodJobs,
  exportPersonalData: exportMessages,
  erasePersonalData: eraseMessages,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoEntries(req),
}
