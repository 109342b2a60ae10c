import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Payload } from 'payload'
import { z } from 'zod'
import { isApiPath } from '../../../platform/http/api.ts'
import { webHeaders } from '../../../platform/http/body/body.ts'
import { cookieValue } from '../../../platform/http/cookies/cookies.ts'
import { signedInMembers } from '../../../platform/http/ports.ts'
import { clientBlock } from '../../../platform/http/server/client-address.ts'
import { type DirectRequest, parseJson } from '../../../platform/http/server/direct-calls.ts'
import { env } from '../../../platform/runtime/env.ts'
import { signedStaffToken } from '../../../platform/staff/session.ts'
import { botAtStart } from '../bots/classify.ts'
import { isDataCenter } from '../bots/networks.ts'
import { isReferrerSpam } from '../bots/referrer-spam.ts'
import {
  type CollectReply,
  type CollectRequest,
  collectRequest,
  type LimitedReply,
  type PageEndReply,
  pageEndRequest,
} from '../contract.ts'
import { analyticsError } from '../errors.ts'
import { eventNames, maxLengths, optOutCookie } from '../rules.ts'
import { countryOf } from '../visitor/country.ts'
import { deviceOf } from '../visitor/device.ts'
import type { Browser } from './batches.ts'
import { cleanEvents, cleanPageEnd, cleanTo, withoutPrivate } from './events.ts'
import { ingestOf } from './ingest.ts'
import { countedNetworksOf } from './networks.ts'
import { type Origin, originOf } from './paths.ts'
import { maskEmailAddresses } from './personal.ts'
import { findOwnSession } from './visitor.ts'

const notCountedReply: CollectReply = { sessionId: null, accepted: 0 }
const overLimitReply: CollectReply | LimitedReply = { accepted: 0 }

/** The number of events that cost as much work as a request; see `costs` in `cms/platform/http/server/client-budgets.ts`. */
const eventsPerUnit = 10

/**
 * `POST /api/analytics/collect`: stores events. Replies when they are committed.
 * @throws HttpError `invalid_input`, `unavailable`
 */
export async function collect(
  payload: Payload,
  { req, body, receivedAt, charge }: DirectRequest,
): Promise<CollectReply | LimitedReply> {
  const sent = parse(collectRequest, body)
  const sender = senderOf(payload, req)
  if (!sender) return notCountedReply
  const cost = Math.floor(sent.events.length / eventsPerUnit)
  if (cost > 0) await charge(cost)
  return store(payload, sender, { ...sent, receivedAt, bytes: bytesOf(req, body) })
}

/**
 * Counts an event on the server, so that counting does not depend on a script of the page. The caller sends its reply
 * without waiting for this promise, so the event is lost if the process is killed before the event is stored.
 * @param event one of `eventNames`
 * @throws ZodError for other events, HttpError `unavailable`
 */
export async function countEvent(
  payload: Payload,
  req: IncomingMessage,
  event: string,
): Promise<void> {
  const sender = senderOf(payload, req)
  if (!sender) return
  const { url = '/', headers } = req
  const now = Date.now()
  const named = {
    ...({ type: 'event', id: randomBytes(16).toString('base64url'), at: now } as const),
    path: isApiPath(url) ? (headers.referer ?? '') : url,
    name: z.enum(eventNames).parse(event),
  }
  await store(payload, sender, {
    sent: now,
    receivedAt: now,
    events: [named],
    bytes: bytesOf(req),
  })
}

/** Stores the events of a browser. @returns when they are committed @throws HttpError `unavailable` */
async function store(
  payload: Payload,
  { client, userAgent, memberHeaders }: Sender,
  { bytes, receivedAt, ...sent }: CollectRequest & { bytes: number; receivedAt: number },
): Promise<CollectReply | LimitedReply> {
  const ingest = ingestOf(payload)
  const days = await ingest.visitorDays(client, userAgent, receivedAt)
  const networks = countedNetworksOf(client)
  const [{ day }] = days
  if (!ingest.mayStore({ ...networks, day })) return overLimitReply
  const origin = originOf(sent, env().SITE_URL)
  const events = cleanEvents(
    { ...sent, referrer: origin.referrer },
    { now: receivedAt, pathOf: await ingest.pathReader() },
  )
  // Some data is stored only for members who agreed. If the request has no member's cookie, this data is dropped here,
  // so it never waits in the buffer.
  if (!memberHeaders) events.interactions = events.interactions.map(withoutPrivate)
  const { sessionId } = await ingest.buffer.add({
    kind: 'events',
    receivedAt,
    days,
    origin,
    memberHeaders,
    ...events,
    networks,
    bytes,
    browser: browserOf(client, userAgent, { origin, is_automated: sent.webdriver ?? false }),
  })
  return { sessionId, accepted: sent.events.length }
}

/**
 * `POST /api/analytics/page-end`: stores how long and how far a page was read.
 * @throws HttpError `invalid_input`, `forbidden` if the session belongs to another browser, `unavailable`
 */
export async function endPage(
  payload: Payload,
  { req, body, receivedAt }: DirectRequest,
): Promise<PageEndReply> {
  const sent = parse(pageEndRequest, body)
  const sender = senderOf(payload, req)
  if (!sender) return { ok: true }
  const ingest = ingestOf(payload)
  const days = await ingest.visitorDays(sender.client, sender.userAgent, receivedAt)
  const session = findOwnSession(days, sent.sessionId)
  if (!session) throw analyticsError('forbidden')
  await ingest.buffer.add({
    kind: 'end',
    day: session.day,
    session_id: sent.sessionId,
    visitor_id: session.visitor,
    number: session.number,
    ...cleanPageEnd(sent, await ingest.pathReader()),
    ended_at: new Date(receivedAt).toISOString(),
    bytes: bytesOf(req, body),
  })
  return { ok: true }
}

/** The size of a request's data, which stays in memory while the request waits for its reply. */
const bytesOf = ({ rawHeaders }: IncomingMessage, body?: Buffer): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, body?.length ?? 0)

/** @throws HttpError `invalid_input` */
function parse<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  let sent: unknown
  try {
    sent = parseJson(body)
  } catch (error) {
    throw analyticsError('invalid_input', { cause: error })
  }
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.map(String).join('.')
  throw analyticsError('invalid_input', { field })
}

type Sender = {
  client: string
  /** The whole user agent. The visitor's id is derived from it. */
  userAgent: string
  /** Null if the request has no member's cookie with a valid signature. */
  memberHeaders: Headers | null
}

/** The sender of a request. Null if the sender is not counted: staff, and visitors who opted out. */
function senderOf(payload: Payload, req: IncomingMessage): Sender | null {
  const { cookie } = req.headers
  if (req.headers['sec-gpc'] === '1') return null
  const sender = { client: clientBlock(req), userAgent: req.headers['user-agent'] ?? '' }
  if (!cookie) return { ...sender, memberHeaders: null }
  if (cookieValue(cookie, optOutCookie.name) === optOutCookie.value) return null
  if (signedStaffToken(cookie)) return null
  const { signedToken } = signedInMembers.require(payload)
  return { ...sender, memberHeaders: signedToken(cookie) === null ? null : webHeaders(req) }
}

/** @param userAgent the whole user agent; it is stored masked and cut */
function browserOf(
  client: string,
  userAgent: string,
  { origin, is_automated }: { origin: Origin; is_automated: boolean },
): Browser {
  const user_agent = cleanTo(
    maxLengths.userAgent,
    maskEmailAddresses(cleanTo(maxLengths.userAgent * 2, userAgent)),
  )
  const is_data_center = isDataCenter(client)
  return {
    user_agent,
    ...deviceOf(user_agent),
    country: countryOf(client),
    is_data_center,
    is_automated,
    bot: botAtStart({
      userAgent: user_agent,
      isDataCenter: is_data_center,
      isReferrerSpam: isReferrerSpam(origin.referrer) || isReferrerSpam(origin.source),
      isAutomated: is_automated,
    }),
  }
}
