import { featuresOf } from '../feature.ts'
import { call, invalidAs } from '../http/call.ts'
import { HttpError } from '../http/errors.ts'
import { costs } from '../http/server/client-budgets.ts'
import { staff } from '../staff/access.ts'
import { mailEventsRequest, previewRequest, settleRequest } from './contract.ts'
import { previewWords } from './mailbox/preview-words.ts'
import { resolveByStaff } from './mailbox/resolve-by-staff.ts'
import { mailService } from './signed-access.ts'

export const mailCalls = [
  call({
    method: 'post',
    path: '/mail/settle',
    access: staff('mailbox.guests'),
    body: settleRequest,
    invalid: invalidAs('Say which mail by `id`, and `as`: again or arrived.'),
    handle: async ({ req, body }) => {
      await resolveByStaff(req, body)
      return { body: { id: body.id } }
    },
  }),
  call({
    method: 'post',
    path: '/mail/preview',
    access: staff('mails.write'),
    body: previewRequest,
    invalid: invalidAs('Send the mail by its name, and its words.'),
    handle: async ({ req, body }) => ({ body: await previewWords(req.payload, body) }),
  }),
  call({
    method: 'post',
    path: '/mail/events',
    // The lowest cost, because the service reports thousands of mails one by one, from one IP address.
    cost: costs.request,
    maxBodyBytes: 1024 * 1024,
    access: mailService,
    body: mailEventsRequest,
    invalid: ({ path, message }) =>
      new HttpError('bad_request', `${path.join('.') || 'The body'}: ${message}`),
    handle: async ({ req, body }) => {
      for (const { onMailEvents } of featuresOf(req.payload)) await onMailEvents?.(req, body.events)
      return { body: { ok: true } }
    },
  }),
]
