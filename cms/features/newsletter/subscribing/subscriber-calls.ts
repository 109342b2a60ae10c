import type { Where } from 'payload'
import { call } from '../../../platform/http/call.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { staff } from '../../../platform/staff/access.ts'
import { deleteSubscribers } from '../staff/changes-by-staff.ts'

/** Calls under `/api/subscribers`. They replace Payload's calls with the same paths. */
export const subscriberCalls = [
  // Payload's call deletes all matching subscribers one by one in one transaction, which takes too long. This call
  // deletes a limited number of subscribers. The reply lists the deleted subscribers; the admin still shows the others.
  call({
    method: 'delete',
    path: '/',
    access: staff('records.erase'),
    handle: async ({ req }) => {
      const where = req.query.where as Where | undefined
      if (typeof where !== 'object')
        throw new HttpError(
          'bad_request',
          'The query parameter `where` must select the subscribers to delete.',
        )
      const deleted = await deleteSubscribers(req, where)
      const count = `${deleted.length} ${deleted.length === 1 ? 'subscriber' : 'subscribers'}`
      const message = `Deleted ${count}.`
      return { body: { docs: deleted.map((id) => ({ id })), errors: [], message } }
    },
  }),
]
