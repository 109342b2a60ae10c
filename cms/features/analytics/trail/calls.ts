import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { call } from '../../../platform/http/call.ts'
import { member } from '../../members/access.ts'
import {
  type ConsentReply,
  consentRequest,
  type TrailDeletedReply,
  type TrailReply,
  trailQuery,
} from './contract.ts'
import { decideConsent, deleteTrail, findTrail } from './service.ts'

/** The page that shows members where they were, and asks whether that is kept. */
const attendancePath = '/common-room/member/dashboard'

/** Calls with which members see and delete the stored data of their visits. */
export const trailCalls = [
  call({
    method: 'get',
    path: '/analytics/trail',
    access: member,
    query: trailQuery,
    handle: async ({ req, caller, query: { before } }) => ({
      body: (await findTrail(databaseOf(req.payload), caller.id, before)) satisfies TrailReply,
    }),
  }),
  call({
    method: 'delete',
    path: '/analytics/trail',
    access: member,
    handle: async ({ req, caller }) => ({
      body: {
        deleted: await inTransaction(req, (db) => deleteTrail(db, caller.id)),
      } satisfies TrailDeletedReply,
    }),
  }),
  call({
    method: 'post',
    path: '/analytics/consent',
    access: member,
    body: consentRequest,
    form: {
      read: (form) => ({ consent: form.get('consent') === 'true' }),
      success: ({ body }) =>
        `${attendancePath}?done=${body.consent ? 'kept' : 'forgotten'}#attendance`,
      failure: (error) => `${attendancePath}?problem=${error.reason}#attendance`,
    },
    handle: async ({ req, caller, body: { consent } }) => {
      await inTransaction(req, (db) => decideConsent(db, caller.id, consent))
      return { body: { consent } satisfies ConsentReply }
    },
  }),
]
