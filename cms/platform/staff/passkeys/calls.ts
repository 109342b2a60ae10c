import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../database/query.ts'
import { anyone, type CallLimit, call } from '../../http/call.ts'
import { HttpError } from '../../http/errors.ts'
import { anyStaff, provedStaff } from '../access.ts'
import { requirePermission } from '../can.ts'
import {
  ownProof,
  passkeysQuery,
  personOf,
  registerPasskeyRequest,
  removePasskeyRequest,
  renamePasskeyRequest,
  revokePasskeyRequest,
  signInPasskeyRequest,
} from '../contract.ts'
import {
  createConfirmationOptions,
  passkeysOf,
  removePasskey,
  renamePasskey,
  revokePasskey,
} from './own-passkeys.ts'
import { registerOptions, registerPasskey } from './register.ts'
import { signInOptions, signInWithPasskey } from './sign-in.ts'

/** Limit of the ceremonies that one client begins. All people in a venue may share one IP address. */
const ceremonyLimit: CallLimit = {
  name: 'staff ceremonies',
  limit: { max: 300, windowMs: 5 * 60_000, fixed: true },
  error: new HttpError('too_many_requests', 'Too many tries. Please wait a few minutes.'),
}

const passkeysReply = async ({ payload }: PayloadRequest, user: number) => ({
  body: await passkeysOf(databaseOf(payload), user),
})

/** Calls under `/api/users`. */
export const passkeyCalls = [
  call({
    method: 'post',
    path: '/passkeys/sign-in-options',
    access: anyone,
    limits: [ceremonyLimit],
    handle: async ({ req }) => {
      const { options, cookie } = await signInOptions(req)
      return { body: { options }, cookies: [cookie] }
    },
  }),
  call({
    method: 'post',
    path: '/passkeys/sign-in',
    access: anyone,
    body: signInPasskeyRequest,
    handle: async ({ req, body }) => {
      const { account, cookies } = await signInWithPasskey(req, body.assertion)
      return { body: { user: personOf(account) }, cookies }
    },
  }),
  call({
    method: 'get',
    path: '/passkeys',
    access: anyStaff,
    query: passkeysQuery,
    handle: ({ req, caller, query: { user = caller.id } }) => {
      if (user !== caller.id) requirePermission(req, 'staff.manage')
      return passkeysReply(req, user)
    },
  }),
  call({
    method: 'post',
    path: '/passkeys/confirm-options',
    access: anyStaff,
    limits: [ceremonyLimit],
    handle: async ({ req, caller }) => ({
      body: { options: await createConfirmationOptions(req, caller) },
    }),
  }),
  call({
    method: 'post',
    path: '/passkeys/register-options',
    access: anyStaff,
    limits: [ceremonyLimit],
    body: ownProof,
    handle: async ({ req, caller, body }) => ({
      body: { options: await registerOptions(req, caller, body) },
    }),
  }),
  call({
    method: 'post',
    path: '/passkeys/register',
    access: anyStaff,
    body: registerPasskeyRequest,
    handle: async ({ req, caller, body }) => {
      await registerPasskey(req, caller, body)
      return passkeysReply(req, caller.id)
    },
  }),
  call({
    method: 'post',
    path: '/passkeys/rename',
    access: anyStaff,
    body: renamePasskeyRequest,
    handle: async ({ req, caller, body }) => {
      await renamePasskey(req, caller, body)
      return passkeysReply(req, caller.id)
    },
  }),
  call({
    method: 'post',
    path: '/passkeys/remove',
    access: anyStaff,
    body: removePasskeyRequest,
    handle: async ({ req, caller, body }) => {
      const cookie = await removePasskey(req, caller, body)
      return { ...(await passkeysReply(req, caller.id)), cookies: [cookie] }
    },
  }),
  call({
    method: 'post',
    path: '/passkeys/revoke',
    access: provedStaff('staff.manage'),
    body: revokePasskeyRequest,
    handle: async ({ req, caller, body }) => {
      await revokePasskey(req, caller, body)
      return passkeysReply(req, body.user)
    },
  }),
]
