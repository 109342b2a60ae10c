import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { anyone, call } from '../../../platform/http/call.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { member } from '../access.ts'
import { handleRequest, type SignedIn } from '../contract.ts'
import { invalidMemberInput } from '../errors.ts'
import { type DevicesReply, endSessionRequest, forgetDeviceRequest } from '../profile/contract.ts'
import { deleteDevice } from '../queries/devices.ts'
import { endSession } from '../sessions/sessions.ts'
import { devicesOf, sessionsOf } from './devices.ts'
import { checkMembership } from './trust.ts'

async function devicesReply(req: PayloadRequest, { id, session }: SignedIn) {
  const db = databaseOf(req.payload)
  const sessions = await sessionsOf(db, id)
  const body: DevicesReply = {
    sessions: sessions.map((each) => ({ ...each, current: each.id === session })),
    devices: await devicesOf(db, id, req),
  }
  return { body }
}

/**
 * The gate's check of whether a passkey is linked to a member, and the calls for members' sessions and trusted
 * devices.
 */
export const deviceCalls = [
  call({
    method: 'post',
    path: '/check-membership',
    access: anyone,
    body: handleRequest,
    invalid: invalidMemberInput,
    handle: ({ req, body }) => checkMembership(req, body.userHandle),
  }),
  call({
    method: 'get',
    path: '/member/devices',
    access: member,
    handle: ({ req, caller }) => devicesReply(req, caller),
  }),
  call({
    method: 'post',
    path: '/member/sessions/end',
    access: member,
    body: endSessionRequest,
    handle: async ({ req, caller, body }) => {
      if (!(await endSession(databaseOf(req.payload), body.id, caller.id))) {
        throw new HttpError('not_found', 'You are signed in in no such session.')
      }
      return devicesReply(req, caller)
    },
  }),
  call({
    method: 'post',
    path: '/member/devices/forget',
    access: member,
    body: forgetDeviceRequest,
    handle: async ({ req, caller, body }) => {
      if (!(await deleteDevice(databaseOf(req.payload), caller.id, body.id))) {
        throw new HttpError('not_found', 'You have no such device.')
      }
      return devicesReply(req, caller)
    },
  }),
]
