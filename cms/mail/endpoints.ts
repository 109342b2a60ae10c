import { endpoint, reply } from '../http/endpoint.ts'
import { HttpError } from '../http/errors.ts'
import { requireRole } from '../staff/roles.ts'
import { settleRequest } from './contract.ts'
import { settleByStaff } from './settle-by-staff.ts'

/** What staff do with the outbox; the contract says what each call takes. */
export const mailEndpoints = [
  endpoint('post', '/mail/settle', async (req) => {
    requireRole(req, 'publisher')
    const parsed = settleRequest.safeParse(await req.json?.().catch(() => undefined))
    if (!parsed.success) {
      throw new HttpError('bad_request', 'Say which mail by `id`, and `as`: again or arrived.')
    }
    await settleByStaff(req, parsed.data)
    return reply({ id: parsed.data.id })
  }),
]
