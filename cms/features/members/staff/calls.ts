import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { call } from '../../../platform/http/call.ts'
import { staff } from '../../../platform/staff/access.ts'
import { memberRequest, unlinkRequest } from '../contract.ts'
import { signOutMember, suspend, unlink, unsuspend } from './members.ts'

const publisherCall = <Body extends z.ZodType>(
  path: string,
  body: Body,
  change: (req: PayloadRequest, request: z.output<Body>) => Promise<void>,
) =>
  call({
    method: 'post',
    path,
    access: staff('members.manage'),
    body,
    handle: async (context) => {
      await change(context.req, context.body as z.output<Body>)
      return { body: { ok: true } }
    },
  })

/**
 * Calls with which staff manage members. Paths are below `/api/members`, because the calls belong
 * to the collection.
 */
export const memberStaffCalls = [
  publisherCall('/suspend', memberRequest, suspend),
  publisherCall('/let-in', memberRequest, unsuspend),
  publisherCall('/sign-out', memberRequest, signOutMember),
  publisherCall('/unlink', unlinkRequest, unlink),
]
