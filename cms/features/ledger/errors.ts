import { errorTable, type HttpError } from '../../platform/http/errors.ts'

/** The errors of transfers and holds. */
export const ledgerError = errorTable(
  {
    insufficient_funds: 'conflict',
    key_reused: 'conflict',
    same_account: 'bad_request',
    invalid_amount: 'bad_request',
    wrong_currency: 'conflict',
    account_closed: 'conflict',
    not_empty: 'conflict',
    not_holdable: 'bad_request',
    hold_ended: 'conflict',
    hold_expired: 'conflict',
    already_reversed: 'conflict',
    is_reversal: 'conflict',
    not_found: 'not_found',
  },
  {
    insufficient_funds: 'There is not enough credit for this.',
    key_reused: 'This was requested before with other contents. Load the page again.',
    same_account: 'This would go back to where it comes from.',
    invalid_amount: 'This amount can’t be used.',
    wrong_currency: 'This account has another currency.',
    account_closed: 'This account is closed.',
    not_empty: 'There is still money on this account.',
    not_holdable: 'Amounts of this account can’t be held.',
    hold_ended: 'This amount is no longer held.',
    hold_expired: 'This amount was held until a time that has passed.',
    already_reversed: 'This was reversed already.',
    is_reversal: 'A reversal can’t be reversed.',
    not_found: 'There is no such transfer, hold or account.',
  },
)

type Reason = Parameters<typeof ledgerError>[0]

/** The SQLSTATE with which the database functions refuse a request. The message is the reason. */
const refusal = 'LG001'

/** The reason of a refusal, by the violated constraint. */
const violations: Partial<Record<string, Reason>> = {
  ledger_balances_covered: 'insufficient_funds',
  ledger_balances_open: 'account_closed',
  ledger_transfers_reverses_unique: 'already_reversed',
  ledger_entries_amount: 'invalid_amount',
  ledger_holds_amount: 'invalid_amount',
  ledger_holds_posted: 'invalid_amount',
  ledger_holds_accounts: 'same_account',
  ledger_holds_expiry: 'hold_expired',
  ledger_accounts_code: 'not_found',
}

const reasons: readonly string[] = [
  'key_reused',
  'wrong_currency',
  'not_empty',
  'not_holdable',
  'hold_ended',
  'hold_expired',
  'is_reversal',
  'not_found',
]

/** The error for a refusal by the database. Null for any other error. */
export function translateRefusal(error: unknown): HttpError | null {
  // A failed query has PostgreSQL's error as its cause.
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, constraint, message } = each as Error & { code?: string; constraint?: string }
    const reason =
      code === refusal
        ? (reasons.find((known) => known === message) as Reason | undefined)
        : violations[constraint ?? '']
    if (reason) return ledgerError(reason, { cause: error })
  }
  return null
}
