import { type Keep, retention } from '../cms/features/analytics/retention/rules.ts'
import { hiddenMessageRetentionDays } from '../cms/features/common-good/rules.ts'
import { addressDays, claimDays } from '../cms/features/credit/rules.ts'
import { removedMonths } from '../cms/features/moments/rules.ts'
import { unpaidDays, watchedDays } from '../cms/features/payments/rules.ts'
import { caseYears } from '../cms/features/till/rules.ts'

/** How long the program keeps data. `/privacy` shows these periods; the keys of their texts begin with `name`. */
export const periods: readonly { name: string; keep: Keep }[] = [
  ...retention,
  // The hash of each entry is part of the next entry's hash, so no entry is deleted.
  { name: 'entries', keep: null },
  { name: 'sends', keep: { days: claimDays } },
  { name: 'send_addresses', keep: { days: addressDays } },
  { name: 'unpaid_cards', keep: { days: unpaidDays } },
  { name: 'guest_cards', keep: { days: watchedDays } },
  { name: 'cases', keep: { months: caseYears * 12 } },
  { name: 'hidden_messages', keep: { days: hiddenMessageRetentionDays } },
  { name: 'removed_moments', keep: { months: removedMonths } },
]
