import type { PayloadRequest } from 'payload'
import { databaseOf } from '../database/query.ts'
import { call, invalidField } from '../http/call.ts'
import { staff } from '../staff/access.ts'
import { findVenue } from '../venue/service.ts'
import { cancelNudge, progressOf, sendNudge } from './actions.ts'
import {
  type CountReply,
  type CountRequest,
  countRequest,
  nudgeParams,
  sendRequest,
  type TestReply,
} from './contract.ts'
import { findRecipients } from './recipients.ts'
import { testNudge } from './test-nudge.ts'

// Filling the deliveries of very many devices takes longer than usual.
const timeoutMs = 60_000

/** What staff do with nudges. A nudge itself is saved through Payload's own `/api/nudges`. */
export const nudgeStaffCalls = [
  call({
    method: 'post',
    path: '/nudge-list/count',
    access: staff('publisher'),
    body: countRequest,
    invalid: invalidField,
    handle: async ({ req, body }) => ({ body: await countRecipients(req, body) }),
  }),
  call({
    method: 'post',
    path: '/nudge-list/:id/send',
    timeoutMs,
    access: staff('publisher'),
    params: nudgeParams,
    body: sendRequest,
    invalid: invalidField,
    handle: async ({ req, params, body }) => ({ body: await sendNudge(req, params.id, body) }),
  }),
  call({
    method: 'post',
    path: '/nudge-list/:id/cancel',
    timeoutMs,
    access: staff('publisher'),
    params: nudgeParams,
    handle: async ({ req, params }) => ({ body: await cancelNudge(req, params.id) }),
  }),
  call({
    method: 'post',
    path: '/nudge-list/:id/test',
    access: staff('publisher'),
    params: nudgeParams,
    handle: async ({ req, params }) => {
      await testNudge(req, params.id)
      return { body: { message: 'It is on its way to this browser.' } satisfies TestReply }
    },
  }),
  call({
    method: 'get',
    path: '/nudge-list/:id/progress',
    access: staff('editor'),
    params: nudgeParams,
    handle: async ({ req, params }) => ({ body: await progressOf(req, params.id) }),
  }),
]

async function countRecipients(
  { payload }: PayloadRequest,
  request: CountRequest,
): Promise<CountReply> {
  const { timeZone } = await findVenue(payload)
  const found = await findRecipients(databaseOf(payload), request, {
    ...{ now: new Date(), timeZone, inSlot: false },
  })
  const people = (recipients: typeof found) => new Set(recipients.map(({ person }) => person)).size
  const allowed = found.filter(({ isCapped }) => !isCapped)
  return {
    devices: allowed.length,
    people: people(allowed),
    capped: people(found.filter(({ isCapped }) => isCapped)),
    quiet: people(allowed.filter(({ quietMinutes }) => quietMinutes > 0)),
  }
}
