import { record } from '../../platform/audit/service.ts'
import { databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { call } from '../../platform/http/call.ts'
import { staff } from '../../platform/staff/access.ts'
import type { CheckReply } from './contract.ts'
import { lastCheck, requestCheck } from './service.ts'

/** Calls with which staff read the result of the last check of the books, and request a new check. */
export const ledgerCalls = [
  call({
    method: 'get',
    path: '/ledger/check',
    access: staff('payouts.request'),
    handle: async ({ req }) => {
      const check = await lastCheck(databaseOf(req.payload))
      const reply: CheckReply = {
        check: check && { id: check.id, ended_at: check.ended_at, ok: check.ok },
      }
      return { body: reply }
    },
  }),
  call({
    method: 'post',
    path: '/ledger/check',
    access: staff('books.manage'),
    handle: async ({ req }) => {
      await inTransaction(req, async (db) => {
        await requestCheck(db)
        await record(req, {
          action: 'books_checked',
          subject: 'the books',
          of_collection: 'ledger',
          document: 0,
        })
      })
      return { status: 202, body: { ok: true } }
    },
  }),
]
