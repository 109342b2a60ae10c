import { type Keep, retention } from '../cms/analytics/retention/rules.ts'
import { hiddenMessageRetentionDays } from '../cms/common-good/rules.ts'
import { addressDays, claimDays } from '../cms/credit/rules.ts'
import { unpaidDays } from '../cms/payments/rules.ts'
import { caseYears } from '../cms/till/rules.ts'

/** How long the program keeps data. `/privacy` shows these periods; the keys of their texts begin with `name`. */
export const periods: readonly { name: string; keep: Keep }[] = [
  ...retention,
  // The hash of each entry is part of the next entry's hash, so no entry is deleted.
  { name: 'entries', keep: null },
  { name: 'sends', keep: { days: claimDays } },
  { name: 'send_addresses', keep: { days: addressDays } },
  { name: 'unpaid_cards', keep: { days: unpaidDays } },
  { name: 'cases', keep: { months: caseYears * 12 } },
  { name: 'hidden_messages', keep: { days: hiddenMessageRetentionDays } },
]
