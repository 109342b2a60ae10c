import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { endpoint, jsonOf, reply } from '../http/endpoint.ts'
import { requireRole } from '../staff/roles.ts'
import { parseRequest } from './content.ts'
import { cancelRequest, contentKey, scheduleRequest } from './contract.ts'
import { cancelChanges, findSchedule, scheduleChanges } from './schedule.ts'

/** What waits for its time; the contract says what each call takes and answers. */
export const scheduleEndpoints = [
  endpoint('get', '/editing/schedule', async (req) => {
    requireRole(req, 'editor')
    const page = req.searchParams.get('page')
    const of = page === null ? null : parseRequest(contentKey.shape.page, page, 'page')
    return reply(await findSchedule(req, of))
  }),
  endpoint('post', '/editing/schedule', async (req) =>
    reply(await scheduleChanges(req, await askedOf(req, scheduleRequest))),
  ),
  endpoint('post', '/editing/schedule/cancel', async (req) =>
    reply(await cancelChanges(req, await askedOf(req, cancelRequest))),
  ),
]

// A stranger hears that they are one, not what was wrong with what they sent.
async function askedOf<S extends z.ZodType>(req: PayloadRequest, schema: S): Promise<z.output<S>> {
  requireRole(req, 'publisher')
  return parseRequest<z.output<S>>(schema, await jsonOf(req))
}
