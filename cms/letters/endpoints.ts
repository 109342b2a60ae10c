import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { databaseOf } from '../database/sql.ts'
import { parseRequest } from '../editing/content.ts'
import { endpoint, jsonOf, reply } from '../http/endpoint.ts'
import { countReaders } from '../newsletter/readers.ts'
import { type Role, requireRole } from '../staff/roles.ts'
import { findVenue } from '../venue/service.ts'
import { actOnLetter } from './act.ts'
import {
  type AudienceReply,
  actRequest,
  audienceOf,
  audienceRequest,
  previewRequest,
  testRequest,
} from './contract.ts'
import { standingOf } from './standing.ts'
import { previewLetter, sentLetter, testLetter } from './try-out.ts'

/** What staff do with letters; the contract says what each call takes and answers. */
export const letterEndpoints = [
  endpoint('post', '/letter/audience', async (req) => {
    const asked = audienceOf(await askedOf(req, 'editor', audienceRequest))
    const { timeZone } = await findVenue(req.payload)
    const counted: AudienceReply = await countReaders(databaseOf(req.payload), asked, { timeZone })
    return reply(counted)
  }),
  endpoint('post', '/letter/preview', async (req) =>
    reply(await previewLetter(req, await askedOf(req, 'editor', previewRequest))),
  ),
  endpoint('post', '/letter/test', async (req) =>
    reply(await testLetter(req, await askedOf(req, 'editor', testRequest))),
  ),
  endpoint('post', '/letter/act', async (req) =>
    reply(await actOnLetter(req, await askedOf(req, 'publisher', actRequest))),
  ),
  endpoint('get', '/letter/standing', async (req) => {
    requireRole(req, 'editor')
    return reply(await standingOf(databaseOf(req.payload), idOf(req)))
  }),
  endpoint('get', '/letter/sent', async (req) => {
    requireRole(req, 'editor')
    return reply(await sentLetter(req, idOf(req)))
  }),
]

const idOf = ({ searchParams }: PayloadRequest): number =>
  parseRequest(z.coerce.number().int().positive(), searchParams.get('id'), 'id')

// A stranger hears that they are one, not what was wrong with what they sent.
async function askedOf<S extends z.ZodType>(
  req: PayloadRequest,
  role: Role,
  schema: S,
): Promise<z.output<S>> {
  requireRole(req, role)
  return parseRequest<z.output<S>>(schema, await jsonOf(req))
}
