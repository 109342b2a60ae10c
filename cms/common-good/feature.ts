import { causes } from '../../collections/causes.ts'
import { audited } from '../../collections/hooks/audit.ts'
import { recoverable } from '../../collections/hooks/trash.ts'
import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { commonGoodCalls } from './calls.ts'
import { findPictureUses } from './causes.ts'
import { commonGoodJobs } from './jobs.ts'
import {
  eraseMessages,
  exportMessages,
  findContributionsWithoutMessage,
  storeGiftMessage,
} from './messages.ts'
import { causePayoutReversals, causePayouts, commonGoodMessages } from './tables.ts'

export const commonGood: Feature = {
  name: 'common-good',
  tables: {
    cause_payouts: causePayouts,
    cause_payout_reversals: causePayoutReversals,
    common_good_messages: commonGoodMessages,
  },
  collections: [recoverable(audited(causes))],
  calls: commonGoodCalls,
  auditActions: {
    cash_booked: 'booked for the Common Good:',
    movement_reversed: 'reversed for the Common Good:',
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
      'common-good/admin/CausesView#CausesView',
    ),
    commonGoodMessages: adminView(
      '/common-good/messages',
      'Messages to the Common Good',
      'common-good/admin/MessagesView#MessagesView',
    ),
    commonGood: adminView(
      '/common-good',
      'Common Good',
      'common-good/admin/CommonGoodView#CommonGoodView',
    ),
  },
  storeGiftMessage,
  contributionsWithoutMessage: findContributionsWithoutMessage,
  findPictureUses,
  jobs: commonGoodJobs,
  exportPersonalData: exportMessages,
  erasePersonalData: eraseMessages,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoEntries(req),
}
