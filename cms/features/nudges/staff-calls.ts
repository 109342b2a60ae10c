import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { call, invalidField } from '../../platform/http/call.ts'
import { createConcurrencyLimiter } from '../../platform/limits/concurrency.ts'
import { staff } from '../../platform/staff/access.ts'
import { findRespondedCondition } from '../newsletter/ports.ts'
import { isDeadLink } from '../redirects/existing-pages.ts'
import { findVenue } from '../venue/service.ts'
import { cancelNudge, progressOf, sendNudge } from './actions.ts'
import { findRecipients } from './audience/recipients.ts'
import {
  type CountReply,
  type CountRequest,
  countRequest,
  type LinkReply,
  linkRequest,
  nudgeParams,
  sendRequest,
  type TestReply,
} from './contract.ts'
import { testNudge } from './test-nudge.ts'
import { visitsOf } from './visits.ts'

// Creating the deliveries for very many devices takes longer than other calls.
const timeoutMs = 60_000

/**
 * The calls with which staff check, send and cancel nudges. A nudge itself is saved through Payload's own
 * `/api/nudges`.
 */
export const nudgeStaffCalls = [
  call({
    method: 'post',
    path: '/nudge-list/count',
    access: staff('nudges.send'),
    body: countRequest,
    invalid: invalidField,
    handle: async ({ req, body }) => ({ body: await countRecipients(req, body) }),
  }),
  call({
    method: 'post',
    path: '/nudge-list/link',
    // Editors see drafts, and the form of a draft checks its link.
    access: staff('nudges.read'),
    body: linkRequest,
    handle: async ({ req, body: { link } }) => {
      const reply: LinkReply = { link, is_dead: await isDeadLink(req.payload, link) }
      return { body: reply }
    },
  }),
  call({
    method: 'post',
    path: '/nudge-list/:id/send',
    timeoutMs,
    access: staff('nudges.send'),
    params: nudgeParams,
    body: sendRequest,
    invalid: invalidField,
    handle: async ({ req, params, body }) => ({ body: await sendNudge(req, params.id, body) }),
  }),
  call({
    method: 'post',
    path: '/nudge-list/:id/cancel',
    timeoutMs,
    access: staff('nudges.send'),
    params: nudgeParams,
    handle: async ({ req, params }) => ({ body: await cancelNudge(req, params.id) }),
  }),
  call({
    method: 'post',
    path: '/nudge-list/:id/test',
    access: staff('nudges.send'),
    params: nudgeParams,
    handle: async ({ req, params }) => {
      await testNudge(req, params.id)
      return { body: { message: 'It is on its way to this browser.' } satisfies TestReply }
    },
  }),
  call({
    method: 'get',
    path: '/nudge-list/:id/progress',
    access: staff('nudges.read'),
    params: nudgeParams,
    handle: async ({ req, params }) => ({ body: await progressOf(req, params.id) }),
  }),
  call({
    method: 'get',
    path: '/nudge-list/:id/visits',
    // Publishers only, like all of analytics.
    access: staff('nudges.send'),
    params: nudgeParams,
    handle: async ({ req, params }) => ({ body: await visitsOf(req, params.id) }),
  }),
]

const counting = createConcurrencyLimiter({ running: 1, waiting: 8 })

/** Counts for one nudge at a time, because a count may read very many devices. @throws HttpError `unavailable` */
const countRecipients = ({ payload }: PayloadRequest, request: CountRequest): Promise<CountReply> =>
  counting.run(async () => {
    const { ttl_minutes: ttlMinutes, in_slot: inSlot, event_date: eventDate, ...audience } = request
    const found = findRecipients(
      databaseOf(payload),
      { ...audience, ttlMinutes, id: null },
      {
        now: new Date(),
        venue: await findVenue(payload),
        inSlot,
        respondedCondition: findRespondedCondition(payload, eventDate),
      },
    )
    const people = {
      queued: new Set<string>(),
      delayed: new Set<string>(),
      capped: new Set<string>(),
      quiet: new Set<string>(),
    }
    let devices = 0
    for await (const recipients of found) {
      for (const { person, startsAt, dueAt, skipReason } of recipients) {
        people[skipReason ?? 'queued'].add(person)
        if (skipReason) continue
        devices++
        if (dueAt > startsAt) people.delayed.add(person)
      }
    }
    // The devices of one person can have different quiet hours, and so different due times. A person is left out only
    // if no device gets the nudge.
    const leftOut = (of: Set<string>) => [...of].filter((person) => !people.queued.has(person))
    return {
      devices,
      people: people.queued.size,
      quiet: people.delayed.size,
      capped: leftOut(people.capped).length,
      too_quiet: leftOut(people.quiet).length,
    }
  })
