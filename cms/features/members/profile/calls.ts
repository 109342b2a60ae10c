import { z } from 'zod'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { call, invalidAs } from '../../../platform/http/call.ts'
import { staff } from '../../../platform/staff/access.ts'
import { findConsents } from '../../newsletter/service.ts'
import { member, provedMember, requireProof } from '../access.ts'
import { invalidMemberInput } from '../errors.ts'
import { confirmPage } from '../proof/calls.ts'
import { sessionReply } from '../sessions/sign-in.ts'
import { confirmAddressChange, startAddressChange } from './address-change.ts'
import { makeCard, verifyCard } from './card.ts'
import {
  type ConsentsReply,
  cardRequest,
  downloadFormat,
  type EmailConfirmReply,
  emailChangeRequest,
  emailConfirmRequest,
  profileRequest,
} from './contract.ts'
import { requestDeletion, undoDeletion } from './deletion.ts'
import { countDownload, findPersonalData, personalDataTable } from './download.ts'
import { changeProfile, findProfile } from './profile.ts'

/** Calls with which members read and change their own data. */
export const profileCalls = [
  call({
    method: 'get',
    path: '/member/profile',
    access: member,
    handle: async ({ req, caller }) => ({
      body: await findProfile(databaseOf(req.payload), caller.id),
    }),
  }),
  call({
    method: 'post',
    path: '/member/profile',
    access: member,
    body: profileRequest,
    handle: async ({ req, caller, body }) => {
      await inTransaction(req, () => changeProfile(req, caller, body))
      return { body: await findProfile(databaseOf(req.payload), caller.id) }
    },
  }),
  call({
    method: 'post',
    path: '/member/email',
    access: provedMember,
    body: emailChangeRequest,
    invalid: invalidMemberInput,
    handle: async ({ req, caller, body }) => ({
      cookies: [await startAddressChange(req, caller, body.email)],
      body: { ok: true },
    }),
  }),
  call({
    method: 'post',
    path: '/member/email/confirm',
    // The code from the old address is the proof.
    access: member,
    body: emailConfirmRequest,
    invalid: invalidMemberInput,
    handle: async ({ req, caller, body }) => {
      const letters = await confirmAddressChange(req, caller, body)
      const session = await sessionReply(req, { ...caller, email: body.email })
      return { body: { ...session, letters } satisfies EmailConfirmReply }
    },
  }),
  call({
    method: 'get',
    path: '/member/consents',
    access: member,
    handle: async ({ req, caller }) => ({
      body: {
        consents: await findConsents(databaseOf(req.payload), caller.email),
      } satisfies ConsentsReply,
    }),
  }),
  call({
    method: 'get',
    path: '/member/download',
    access: member,
    query: z.object({ format: downloadFormat.default('json') }),
    invalid: invalidAs('The download is available as json or csv.'),
    handle: async ({ req, caller, query: { format } }) => {
      // Without JavaScript the browser navigates to this call. If a proof is missing, the call redirects to a
      // page that asks for a code.
      const isNavigation = req.headers.get('accept')?.includes('text/html') ?? false
      if (isNavigation && caller.proofLeftMs === 0) return { redirect: confirmPage }
      requireProof(caller)
      await countDownload(req, caller)
      const data = await findPersonalData(req, caller)
      const name = `common-room.${format}`
      return format === 'json'
        ? { download: { name, type: 'application/json', content: JSON.stringify(data, null, 2) } }
        : { download: { name, type: 'text/csv; charset=utf-8', content: personalDataTable(data) } }
    },
  }),
  call({
    method: 'post',
    path: '/member/delete',
    access: provedMember,
    handle: async ({ req, caller }) => ({ body: await requestDeletion(req, caller) }),
  }),
  call({
    method: 'post',
    path: '/member/delete/undo',
    access: member,
    handle: async ({ req, caller }) => ({ body: await undoDeletion(req, caller) }),
  }),
  call({
    method: 'get',
    path: '/member/card',
    access: member,
    handle: ({ caller }) => ({ body: makeCard(caller.id) }),
  }),
  call({
    method: 'post',
    path: '/member-card/verify',
    access: staff('cards.check'),
    body: cardRequest,
    handle: async ({ req, body }) => ({
      body: await verifyCard(databaseOf(req.payload), body.token),
    }),
  }),
]
