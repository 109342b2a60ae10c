import type { PayloadRequest } from 'payload'
import { databaseOf } from '../database/query.ts'
import { anyone, type Call, call } from '../http/call.ts'
import { costs } from '../http/client-budgets.ts'
import type { HttpError } from '../http/errors.ts'
import { newFormKey } from '../http/form-key.ts'
import { withMinimumDuration } from '../http/minimum-duration.ts'
import { sentToCookie } from '../http/sent-to-cookie.ts'
import { optionalMember } from '../members/access.ts'
import type { Caller } from '../members/contract.ts'
import {
  availabilityRequest,
  changeRequest,
  feedbackRequest,
  type MineReply,
  mineRequest,
  type ReserveReply,
  type ReserveRequest,
  type RsvpReply,
  type RsvpState,
  reserveRequest,
  rsvpRequest,
} from './contract.ts'
import { eventError } from './errors.ts'
import { countChange, countReservation, linkLimit, requireMailBudget } from './rate-limits.ts'
import { reservationPath } from './reservation-token.ts'
import {
  acceptOffer,
  availabilityOfDates,
  cancelRsvp,
  changeParty,
  confirmRsvp,
  declineOffer,
  giveFeedback,
  reserve,
  reserveUnconfirmed,
  rsvpByToken,
  upcomingRsvps,
} from './service.ts'
import { publicRsvp } from './state.ts'

const isSlug = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z0-9-]{1,200}$/.test(value)

/**
 * The URL of the page that shows the outcome of the form on a date's page. The date's page can't show it, because that
 * page is the same for everybody.
 */
const formPage = (slug: unknown, outcome: Record<string, string>) =>
  `/calendar/reservation?${new URLSearchParams({ ...outcome, ...(isSlug(slug) && { event: slug }) })}`

/** The URL of the page of a reservation, with the outcome of a form. */
const rsvpPage = (token: unknown, outcome: Record<string, string>) =>
  typeof token === 'string' && /^[\da-f-]{1,100}$/.test(token)
    ? `${reservationPath(token)}?${new URLSearchParams(outcome)}`
    : '/calendar'

const problemOf = ({ field, reason }: HttpError) =>
  reason === 'bad_request' ? `invalid_${field}` : reason

/** A number that a form sends as text. */
const numberIn = (form: FormData, name: string): unknown => {
  const text = form.get(name)
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : (text ?? undefined)
}

async function reserveFor(
  req: PayloadRequest,
  member: Caller | null,
  { name, email, ...request }: ReserveRequest,
  { isForm }: { isForm: boolean },
): Promise<ReserveReply> {
  await countReservation(req, member)
  if (member) {
    return { rsvp: publicRsvp(await reserve(req, { ...request, guest: { member } })) }
  }
  if (!name || !email) throw eventError('who', { field: name ? 'email' : 'name' })
  return withMinimumDuration(async () => {
    const count = await requireMailBudget(req, email, { isForm })
    const held = await reserveUnconfirmed(req, { ...request, guest: { name, email } })
    await count()
    return { confirm: true, held }
  })
}

/** A call with the token of a reservation's permanent link, sent as JSON or by a form on the reservation's page. */
function linkCall<Request extends { token: string }>(
  path: string,
  {
    body,
    read,
    done,
    handle,
  }: {
    body: typeof rsvpRequest | typeof changeRequest | typeof feedbackRequest
    read?: (form: FormData) => unknown
    /** The outcome of a sent form, in the query of the page that is shown next. */
    done: string
    handle: (req: PayloadRequest, state: RsvpState, request: Request) => Promise<RsvpState>
  },
): Call {
  return call({
    method: 'post',
    path: `/calendar/${path}`,
    access: anyone,
    limits: [linkLimit],
    body,
    form: {
      ...(read && { read }),
      success: ({ body: { token } }) => rsvpPage(token, { done }),
      failure: (error, { form }) => rsvpPage(form.get('token'), { problem: problemOf(error) }),
    },
    handle: async ({ req, body: request }) => {
      const state = await rsvpByToken(req.payload, request.token)
      if (!state) throw eventError('not_found')
      await countChange(databaseOf(req.payload), state.id)
      const reply: RsvpReply = {
        rsvp: publicRsvp(await handle(req, state, request as unknown as Request)),
      }
      return { body: reply }
    },
  })
}

/** The calls of guests. The calls with the token of a link accept only POST, so opening a link changes nothing. */
export const eventCalls: readonly Call[] = [
  call({
    method: 'post',
    path: '/calendar/reserve',
    access: optionalMember,
    body: reserveRequest,
    form: {
      read: (form) => ({
        // The page is cached, so its form has no key. A repeated request finds the existing reservation.
        key: newFormKey(),
        ...Object.fromEntries(form),
        date: numberIn(form, 'date'),
        party: numberIn(form, 'party'),
      }),
      success: ({ body: { slug }, result }) => {
        const reply = result.body as ReserveReply
        return 'rsvp' in reply
          ? rsvpPage(reply.rsvp.token, { done: 'reserved' })
          : formPage(slug, { sent: reply.held ? 'held' : 'late' })
      },
      failure: (error, { form }) => formPage(form.get('slug'), { problem: problemOf(error) }),
    },
    handle: async ({ req, caller, body, isForm }) => {
      const reply = await reserveFor(req, caller, body, { isForm })
      return {
        body: reply,
        ...(isForm && 'confirm' in reply && body.email && { cookies: [sentToCookie(body.email)] }),
      }
    },
  }),
  call({
    method: 'get',
    path: '/calendar/mine',
    access: optionalMember,
    query: mineRequest,
    handle: async ({ req, caller, query }) => {
      const db = databaseOf(req.payload)
      const [found] = caller ? await upcomingRsvps(db, caller.id, query.date) : []
      return { body: { rsvp: found ? publicRsvp(found) : null } satisfies MineReply }
    },
  }),
  linkCall('confirm', {
    body: rsvpRequest,
    done: 'confirmed',
    handle: (req, { id }) => confirmRsvp(req, id),
  }),
  linkCall<{ token: string; party: number; version?: number }>('change', {
    body: changeRequest,
    read: (form) => ({
      token: form.get('token'),
      party: numberIn(form, 'party'),
      version: numberIn(form, 'version'),
    }),
    done: 'changed',
    handle: (req, { id }, { party, version }) =>
      changeParty(req, { rsvp: id, party, by: 'guest', version }),
  }),
  linkCall('cancel', {
    body: rsvpRequest,
    done: 'cancelled',
    handle: (req, { id }) => cancelRsvp(req, { rsvp: id, by: 'guest' }),
  }),
  linkCall('accept', {
    body: rsvpRequest,
    done: 'accepted',
    handle: (req, { id }) => acceptOffer(req, id),
  }),
  linkCall('decline', {
    body: rsvpRequest,
    done: 'declined',
    handle: (req, { id }) => declineOffer(req, id),
  }),
  linkCall<{ token: string; score: number; text: string | null }>('feedback', {
    body: feedbackRequest,
    read: (form) => ({
      token: form.get('token'),
      score: numberIn(form, 'score'),
      text: form.get('text'),
    }),
    done: 'thanks',
    handle: async (req, state, { score, text }) => {
      await giveFeedback(req, { rsvp: state.id, score, text })
      return state
    },
  }),
  call({
    method: 'get',
    path: '/calendar/availability',
    access: anyone,
    cost: costs.request,
    query: availabilityRequest,
    handle: async ({ req, query: { dates } }) => ({
      body: await availabilityOfDates(databaseOf(req.payload), dates),
    }),
  }),
]
