import { call } from '../../http/call.ts'
import { staff } from '../../staff/access.ts'
import { memberRequest, unlinkRequest } from '../contract.ts'
import { signOutMember, suspend, unlink, unsuspend } from './members.ts'

const done = { body: { ok: true } }

/** What staff do with members. Paths are below `/api/members`: the calls belong to the collection. */
export const memberStaffCalls = [
  call({
    method: 'post',
    path: '/suspend',
    access: staff('publisher'),
    body: memberRequest,
    handle: async ({ req, body }) => {
      await suspend(req, body)
      return done
    },
  }),
  call({
    method: 'post',
    path: '/let-in',
    access: staff('publisher'),
    body: memberRequest,
    handle: async ({ req, body }) => {
      await unsuspend(req, body)
      return done
    },
  }),
  call({
    method: 'post',
    path: '/sign-out',
    access: staff('publisher'),
    body: memberRequest,
    handle: async ({ req, body }) => {
      await signOutMember(req, body)
      return done
    },
  }),
  call({
    method: 'post',
    path: '/unlink',
    access: staff('publisher'),
    body: unlinkRequest,
    handle: async ({ req, body }) => {
      await unlink(req, body)
      return done
    },
  }),
]
