import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { endpoint, reply } from '../../http/endpoint.ts'
import { requireRole } from '../../staff/roles.ts'
import { memberRequest, unlinkRequest } from '../contract.ts'
import { asked } from '../parse.ts'
import { signOutMember, suspend, unlink, unsuspend } from './service.ts'

/** What staff do with members, under `/api/members`; the contract says what each call takes. */
export const memberEndpoints = [
  post('/suspend', memberRequest, suspend),
  post('/let-in', memberRequest, unsuspend),
  post('/sign-out', memberRequest, signOutMember),
  post('/unlink', unlinkRequest, unlink),
]

// A stranger hears that they are one, not what was wrong with what they sent.
function post<S extends z.ZodType>(
  path: string,
  schema: S,
  work: (req: PayloadRequest, given: z.output<S>) => Promise<void>,
) {
  return endpoint('post', path, async (req) => {
    requireRole(req, 'publisher')
    await work(req, await asked(req, schema))
    return reply({ ok: true })
  })
}
