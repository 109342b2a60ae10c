import { z } from 'zod'
import { databaseOf } from '../../platform/database/query.ts'
import { anyone, call } from '../../platform/http/call.ts'
import { sentToCookie } from '../../platform/http/cookies/sent-to-cookie.ts'
import type { HttpError } from '../../platform/http/errors.ts'
import { withMinimumDuration } from '../../platform/http/server/minimum-duration.ts'
import { listLettersTo } from '../../platform/mail/service.ts'
import { staff } from '../../platform/staff/access.ts'
import type { EventName } from '../analytics/rules.ts'
import {
  addRequest,
  addressRequest,
  historyRequest,
  type LetterHistory,
  leaveLinkRequest,
  leaveRequest,
  readLeaveForm,
  readSubscribeForm,
  type SubscribeReply,
  type SubscribeRequest,
  subscribeRequest,
} from './contract.ts'
import { importCalls } from './imports/calls.ts'
import { formLimit } from './rate-limits.ts'
import { minFormMs, missingFields } from './rules.ts'
import { addSubscriber, correctAddress } from './staff/staff-entries.ts'
import { changeByLink, sendLeaveLink } from './subscribing/leaving.ts'
import { confirmSubscription, requestSubscription } from './subscribing/sign-up.ts'

const tokenParams = z.object({ token: z.string().transform(encodeURIComponent) })

/**
 * `subscribe-newsletter` is from spec section 7. The other calls serve the pages that mails link to, the form
 * of `/unsubscribe`, mail programs and staff.
 */
export const newsletterCalls = [
  call({
    method: 'post',
    path: '/subscribe-newsletter',
    access: anyone,
    body: subscribeRequest,
    limits: [formLimit],
    form: {
      read: readSubscribeForm,
      success: ({ result }) =>
        `/subscribe?done=${(result.body as SubscribeReply).later ? 'later' : 'sent'}`,
      failure: (error, { form }) => `/subscribe?problem=${subscribeProblem(error, form)}`,
    },
    handle: async ({ req, body, isForm }) => {
      const isBot = isFilledInByBot(body)
      const { isLater } = await withMinimumDuration(async () =>
        isBot ? { isLater: false } : requestSubscription(req, body, { isForm }),
      )
      const reply: SubscribeReply = isLater ? { ok: true, later: true } : { ok: true }
      return {
        body: reply,
        ...(isForm && { cookies: [sentToCookie(body.email)] }),
        // Only for a form without JavaScript: otherwise the form’s script counts the event.
        ...(isForm && !isBot && { event: 'newsletter_submitted' satisfies EventName }),
      }
    },
  }),
  call({
    method: 'post',
    path: '/newsletter/confirm/:token',
    pagePath: '/subscribe/confirm/:token',
    access: anyone,
    params: tokenParams,
    handle: async ({ req, params: { token } }) => {
      const isNew = await confirmSubscription(req, token)
      return {
        redirect: `/subscribe/confirm/${token}`,
        ...(isNew && { event: 'newsletter_confirmed' satisfies EventName }),
      }
    },
  }),
  call({
    method: 'post',
    path: '/newsletter/leave/:token',
    pagePath: '/unsubscribe/:token',
    access: anyone,
    params: tokenParams,
    body: leaveRequest,
    form: {
      read: readLeaveForm,
      // A mail program must not be redirected (RFC 8058, section 3.1).
      success: ({ params: { token }, body: { isOneClick }, result }) => {
        const { done } = result.body as { done: string | null }
        if (isOneClick) return null
        return done ? `/unsubscribe/${token}?done=${done}` : '/unsubscribe'
      },
      failure: ({ code }, { params: { token } }) =>
        code === 'bad_request' ? null : `/unsubscribe/${token}?problem=${code}`,
    },
    handle: async ({ req, params: { token }, body: { action, interests, isOneClick } }) => {
      const how = isOneClick ? 'mail program' : 'link in a mail'
      return { body: { done: await changeByLink(req, token, action, { chosen: interests, how }) } }
    },
  }),
  call({
    method: 'post',
    path: '/newsletter/leave-link',
    access: anyone,
    body: leaveLinkRequest,
    limits: [formLimit],
    form: {
      success: () => '/unsubscribe?done=sent',
      failure: ({ code, field }) => `/unsubscribe?problem=${field ?? code}`,
    },
    handle: async ({ req, body }) => {
      await withMinimumDuration(() => sendLeaveLink(req, body))
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/newsletter/add',
    access: staff('subscribers.manage'),
    body: addRequest,
    handle: async ({ req, caller, body }) => ({
      status: 201,
      body: await addSubscriber(req, body, caller),
    }),
  }),
  call({
    method: 'post',
    path: '/newsletter/address',
    access: staff('subscribers.manage'),
    body: addressRequest,
    handle: async ({ req, caller, body }) => {
      await correctAddress(req, body, caller)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'get',
    path: '/newsletter/letters',
    access: staff('subscribers.read'),
    query: historyRequest,
    handle: async ({ req, query: { id } }) => {
      const letters = await listLettersTo(databaseOf(req.payload), id)
      return { body: { letters } satisfies LetterHistory }
    },
  }),
  ...importCalls,
]

// A sign-up by a bot gets the reply of a success, so that the bot does not notice the refusal.
const isFilledInByBot = ({ website, open_ms: openMs }: SubscribeRequest): boolean =>
  (typeof website === 'string' && website !== '') ||
  (typeof openMs === 'number' && openMs < minFormMs)

// The redirect's URL contains no input of the form. The browser restores the input when the user goes back.
function subscribeProblem({ code, field }: HttpError, form: FormData): string {
  if (missingFields(form).length) return 'required'
  if (field?.startsWith('interests')) return form.has('interests') ? 'interests' : 'none'
  return field ?? code
}
