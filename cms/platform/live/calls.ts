import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { call } from '../http/call.ts'
import { staff } from '../staff/access.ts'
import type { Role } from '../staff/permissions.ts'
import { findStaff } from '../staff/session.ts'
import { connectWindow } from './connect.ts'
import { staffTopics } from './ports.ts'

/** `topics`: names of topics, separated by commas. */
const staffQuery = z.object({ topics: z.string().max(200) })

/** Connects a window of the admin. @throws HttpError `too_many_requests`, `unavailable` */
function connectStaffWindow(
  req: PayloadRequest,
  { id, role }: { id: number; role: Role },
  names: readonly string[],
) {
  const topics = staffTopics.all(req.payload).flat()
  return connectWindow(
    req,
    {
      ...{ member: null, staff: role, device: null },
      isStillAllowed: async () => {
        const found = await findStaff(req.payload, req.headers)
        return found?.id === id && found.role === role
      },
    },
    topics.filter(({ name }) => names.includes(name)),
  )
}

export const liveCalls = [
  call({
    method: 'get',
    path: '/staff/live',
    access: staff('admin.open'),
    query: staffQuery,
    handle: async ({ req, caller, query }) =>
      connectStaffWindow(req, caller, query.topics.split(',')),
  }),
]
