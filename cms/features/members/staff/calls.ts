import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { call } from '../../../platform/http/call.ts'
import { staff } from '../../../platform/staff/access.ts'
import type { Permission } from '../../../platform/staff/permissions.ts'
import { memberRequest, unlinkRequest } from '../contract.ts'
import {
  cancelDeletionFor,
  scheduleDeletionFor,
  signOutMember,
  suspend,
  unlink,
  unsuspend,
} from './members.ts'

const staffCall = <Body extends z.ZodType>(
  permission: Permission,
  path: string,
  body: Body,
  change: (req: PayloadRequest, request: z.output<Body>) => Promise<void>,
) =>
  call({
    method: 'post',
    path,
    access: staff(permission),
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
  staffCall('members.manage', '/suspend', memberRequest, suspend),
  staffCall('members.manage', '/let-in', memberRequest, unsuspend),
  staffCall('members.manage', '/sign-out', memberRequest, signOutMember),
  staffCall('members.manage', '/unlink', unlinkRequest, unlink),
  staffCall('records.erase', '/delete', memberRequest, scheduleDeletionFor),
  staffCall('records.erase', '/keep', memberRequest, cancelDeletionFor),
]
