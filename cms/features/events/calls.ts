import { databaseOf } from '../../platform/database/query.ts'
import { anyone, type Call, call } from '../../platform/http/call.ts'
import { newFormKey } from '../../platform/http/cookies/form-key.ts'
import { sentToCookie } from '../../platform/http/cookies/sent-to-cookie.ts'
import { costs } from '../../platform/http/server/client-budgets.ts'
import { optionalMember } from '../members/access.ts'
import { linkCall, linkCallsOf, numberIn, reserveFor } from '../reservations/calls.ts'
import { pageAfterForm, problemOf } from '../reservations/form-pages.ts'
import { publicReservation } from '../reservations/service.ts'
import {
  availabilityRequest,
  feedbackRequest,
  type MineReply,
  mineRequest,
  type ReserveReply,
  reserveRequest,
} from './contract.ts'
import { outcomeOfReserving } from './guest/rules.ts'
import { eventKind } from './reservations/kind.ts'
import { availabilityOfDates, giveFeedback, upcomingRsvps } from './service.ts'

const isSlug = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z0-9-]{1,200}$/.test(value)

/**
 * The URL of the page that shows the outcome of the form on a date's page. The date's page can't show it, because that
 * page is the same for everybody.
 */
const formPage = (slug: unknown, outcome: Record<string, string>) =>
  `/calendar/reservation?${new URLSearchParams({ ...outcome, ...(isSlug(slug) && { event: slug }) })}`

/** The calls of guests. */
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
      success: ({ body: { slug, party }, result }) => {
        const reply = result.body as ReserveReply
        return 'rsvp' in reply
          ? pageAfterForm(eventKind, reply.rsvp.token, {
              done: outcomeOfReserving({ party }, reply.rsvp),
            })
          : formPage(slug, { sent: reply.held ? 'held' : 'late' })
      },
      failure: (error, { form }) => formPage(form.get('slug'), { problem: problemOf(error) }),
    },
    handle: async ({ req, caller, body, isForm }) => {
      const { date, ...request } = body
      const options = { ...request, subject: date, member: caller, isForm }
      const reply: ReserveReply = await reserveFor(eventKind, req, options)
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
      return { body: { rsvp: found ? publicReservation(found) : null } satisfies MineReply }
    },
  }),
  ...linkCallsOf(eventKind),
  linkCall(eventKind, 'feedback', {
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
