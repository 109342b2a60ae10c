import { call } from '../../platform/http/call.ts'
import { csvFile } from '../../platform/http/csv/write.ts'
import { staff } from '../../platform/staff/access.ts'
import { can } from '../../platform/staff/can.ts'
import { answerCase, closeCase } from './cases.ts'
import { bankCash, closeTill, countDrawer } from './closings.ts'
import {
  answerRequest,
  bankRequest,
  closeCaseRequest,
  closingRequest,
  countRequest,
  exportQuery,
  findRequest,
  paymentRequest,
  reversalRequest,
  topUpRequest,
} from './contract.ts'
import { tillError } from './errors.ts'
import { exportBooks } from './export.ts'
import { findMemberByCard, requireOpen } from './find-member.ts'
import { isBlindTill } from './rules.ts'
import { reverseForMember, takePayment, topUp } from './service.ts'

/** Calls with which staff work with members' money. */
export const tillCalls = [
  call({
    method: 'post',
    path: '/till/find',
    access: staff('till.use'),
    body: findRequest,
    handle: async ({ req, caller, body }) => ({
      body: await findMemberByCard(req, caller.id, body.card),
    }),
  }),
  call({
    method: 'post',
    path: '/till/top-up',
    access: staff('till.use'),
    body: topUpRequest,
    handle: async ({ req, caller, body }) => {
      const isOpen = can(req, 'money.take') || isBlindTill(body.till)
      if (!isOpen) throw tillError('other_drawer', { field: 'till' })
      await requireOpen(req, caller.id, body.member)
      return { body: await topUp(req, caller.id, body) }
    },
  }),
  call({
    method: 'post',
    path: '/till/payment',
    access: staff('till.use'),
    body: paymentRequest,
    handle: async ({ req, caller, body }) => {
      await requireOpen(req, caller.id, body.member)
      return { body: await takePayment(req, caller.id, body) }
    },
  }),
  call({
    method: 'post',
    path: '/till/reverse',
    access: staff('money.approve'),
    body: reversalRequest,
    handle: async ({ req, caller, body }) => {
      const reply = await reverseForMember(req, caller.id, body)
      return 'request' in reply ? { status: 202, body: reply } : { body: reply }
    },
  }),
  call({
    method: 'post',
    path: '/till/closing',
    access: staff('money.take'),
    body: closingRequest,
    handle: async ({ req, caller, body }) => ({ body: await closeTill(req, caller.id, body) }),
  }),
  call({
    method: 'post',
    path: '/till/bank',
    access: staff('money.take'),
    body: bankRequest,
    handle: async ({ req, caller, body }) => ({ body: await bankCash(req, caller.id, body) }),
  }),
  call({
    method: 'post',
    path: '/till/count',
    access: staff('till.use'),
    body: countRequest,
    handle: async ({ req, caller, body }) => ({ body: await countDrawer(req, caller.id, body) }),
  }),
  call({
    method: 'get',
    path: '/till/export',
    access: staff('books.manage'),
    query: exportQuery,
    handle: async ({ req, query }) =>
      csvFile(await exportBooks(req, query), {
        name: `books-${query.from}-${query.to}`,
        hasByteOrderMark: true,
      }),
  }),
  call({
    method: 'post',
    path: '/till/cases/answer',
    access: staff('money.approve'),
    body: answerRequest,
    handle: async ({ req, caller, body }) => {
      await answerCase(req, caller.id, body)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/till/cases/close',
    access: staff('money.approve'),
    body: closeCaseRequest,
    handle: async ({ req, caller, body }) => {
      await closeCase(req, caller.id, body.case)
      return { body: { ok: true } }
    },
  }),
]
