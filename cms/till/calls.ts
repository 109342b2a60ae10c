import { call } from '../http/call.ts'
import { csvFile } from '../http/csv/write.ts'
import { staff } from '../staff/access.ts'
import { answerCase, closeCase } from './cases.ts'
import { closeTill } from './closings.ts'
import {
  answerRequest,
  closeCaseRequest,
  closingRequest,
  exportQuery,
  findRequest,
  paymentRequest,
  reversalRequest,
  topUpRequest,
} from './contract.ts'
import { exportBooks } from './export.ts'
import { findMemberByCard } from './find-member.ts'
import { reverseForMember, takePayment, topUp } from './service.ts'

/** Calls with which staff work with members' money. */
export const tillCalls = [
  call({
    method: 'post',
    path: '/till/find',
    access: staff('publisher'),
    body: findRequest,
    handle: async ({ req, caller, body }) => ({
      body: await findMemberByCard(req, caller.id, body.card),
    }),
  }),
  call({
    method: 'post',
    path: '/till/top-up',
    access: staff('publisher'),
    body: topUpRequest,
    handle: async ({ req, caller, body }) => ({ body: await topUp(req, caller.id, body) }),
  }),
  call({
    method: 'post',
    path: '/till/payment',
    access: staff('publisher'),
    body: paymentRequest,
    handle: async ({ req, caller, body }) => ({ body: await takePayment(req, caller.id, body) }),
  }),
  call({
    method: 'post',
    path: '/till/reverse',
    access: staff('publisher'),
    body: reversalRequest,
    handle: async ({ req, caller, body }) => ({
      body: await reverseForMember(req, caller.id, body),
    }),
  }),
  call({
    method: 'post',
    path: '/till/closing',
    access: staff('publisher'),
    body: closingRequest,
    handle: async ({ req, caller, body }) => ({ body: await closeTill(req, caller.id, body) }),
  }),
  call({
    method: 'get',
    path: '/till/export',
    access: staff('admin'),
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
    access: staff('publisher'),
    body: answerRequest,
    handle: async ({ req, caller, body }) => {
      await answerCase(req, caller.id, body)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/till/cases/close',
    access: staff('publisher'),
    body: closeCaseRequest,
    handle: async ({ req, caller, body }) => {
      await closeCase(req, caller.id, body.case)
      return { body: { ok: true } }
    },
  }),
]
