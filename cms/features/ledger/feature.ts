import type { Feature } from '../../platform/feature.ts'
import { ledgerCalls } from './calls.ts'
import { acceptBooks } from './commands.ts'
import { ledgerJobs } from './jobs.ts'
import { startNewsWorker } from './news.ts'
import { eraseLedgerData, exportLedgerData } from './personal-data.ts'
import { findLastCheck } from './queries/checks.ts'
import {
  ledgerAccounts,
  ledgerBalances,
  ledgerChecks,
  ledgerEntries,
  ledgerHeads,
  ledgerHolds,
  ledgerNews,
  ledgerNotes,
  ledgerReceipts,
  ledgerSums,
  ledgerTransfers,
} from './tables.ts'

export const ledger: Feature = {
  name: 'ledger',
  tables: {
    ledger_accounts: ledgerAccounts,
    ledger_balances: ledgerBalances,
    ledger_transfers: ledgerTransfers,
    ledger_entries: ledgerEntries,
    ledger_holds: ledgerHolds,
    ledger_sums: ledgerSums,
    ledger_notes: ledgerNotes,
    ledger_receipts: ledgerReceipts,
    ledger_heads: ledgerHeads,
    ledger_checks: ledgerChecks,
    ledger_news: ledgerNews,
  },
  workers: [{ wokenBy: [], start: startNewsWorker }],
  calls: ledgerCalls,
  auditActions: { books_checked: 'asked for a check of' },
  jobs: ledgerJobs,
  commands: { 'accept-books': acceptBooks },
  // Earlier checks were signed with the old secret, so later checks cannot verify them.
  onNewSecret: acceptBooks,
  gauges: [
    {
      name: 'ledger_differences',
      help: 'Differences that the last check of the books found, at most 50',
      read: async (db) => (await findLastCheck(db))?.differences.length ?? 0,
    },
  ],
  exportPersonalData: exportLedgerData,
  erasePersonalData: eraseLedgerData,
}
