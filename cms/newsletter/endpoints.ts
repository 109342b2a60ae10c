import type { PayloadRequest } from 'payload'
import { endpoint, formOf, reply, seeOther } from '../http/endpoint.ts'
import { HttpError } from '../http/errors.ts'
import {
  addressRequest,
  leaveForm,
  type SubscribeRequest,
  subscribeForm,
  subscribeRequest,
} from './contract.ts'
import { changeByLink, sendLeaveLink } from './leaving.ts'
import { countForm } from './limits.ts'
import { atOnePace } from './pace.ts'
import { fastestPersonMs } from './rules.ts'
import { confirmSubscription, requestSubscription } from './service.ts'

/** Source: spec section 7, subscribe-newsletter; the rest is behind the links of our mails. */
export const newsletterEndpoints = [
  endpoint('post', '/subscribe-newsletter', async (req) =>
    isJson(req) ? answerCall(req) : answerForm(req),
  ),
  endpoint('post', '/newsletter/confirm/:token', async (req) => {
    const token = tokenOf(req)
    await confirmSubscription(req, token)
    return seeOther(`/subscribe/confirm/${token}`)
  }),
  endpoint('post', '/newsletter/leave/:token', async (req) => {
    const token = tokenOf(req)
    const form = await formOf(req)
    const isOneClick = form.get('List-Unsubscribe') === 'One-Click'
    const parsed = leaveForm(form)
    if (!parsed.success) throw new HttpError('bad_request', 'Say what is to be done.')
    const { action, interests: chosen } = parsed.data
    const how = isOneClick ? 'mail program' : 'link in a mail'
    try {
      const done = await changeByLink(req, token, action, { chosen, how })
      // RFC 8058, section 3.2: a mail program is not to be sent anywhere else.
      if (isOneClick) return reply({ ok: true })
      return seeOther(done ? `/unsubscribe/${token}?done=${done}` : '/unsubscribe')
    } catch (error) {
      return seeOther(`/unsubscribe/${token}?problem=${problemOf(error)}`)
    }
  }),
  endpoint('post', '/newsletter/leave-link', async (req) => {
    const form = await formOf(req)
    const parsed = addressRequest.safeParse({ email: form.get('email') })
    if (!parsed.success) return seeOther('/unsubscribe?problem=email')
    try {
      await countForm(req)
      await atOnePace(() => sendLeaveLink(req, parsed.data.email))
    } catch (error) {
      return seeOther(`/unsubscribe?problem=${problemOf(error)}`)
    }
    return seeOther('/unsubscribe?done=sent')
  }),
]

const isJson = ({ headers }: PayloadRequest): boolean =>
  /^application\/json\b/i.test(headers.get('content-type') ?? '')

async function answerCall(req: PayloadRequest): Promise<Response> {
  await subscribe(req, await req.json?.().catch(() => null), 'form')
  return reply({ ok: true })
}

// Without a script a browser sends the form itself and shows the page that comes back. What was typed
// is kept by the browser, one step back; it does not belong into an address.
async function answerForm(req: PayloadRequest): Promise<Response> {
  const given = subscribeForm(await formOf(req))
  const parsed = subscribeRequest.safeParse(given)
  const isComplete =
    given.consent && [given.name, given.email].every((each) => String(each ?? '').trim())
  if (!isComplete) return seeOther('/subscribe?problem=required')
  if (!parsed.success) {
    return seeOther(`/subscribe?problem=${String(parsed.error.issues[0]?.path[0])}`)
  }
  if (!parsed.data.interests?.length) return seeOther('/subscribe?problem=none')
  try {
    await subscribe(req, given, 'form without script')
  } catch (error) {
    return seeOther(`/subscribe?problem=${problemOf(error)}`)
  }
  return seeOther('/subscribe?done=sent')
}

async function subscribe(req: PayloadRequest, given: unknown, how: string): Promise<void> {
  await countForm(req)
  const asked = parseSubscription(given)
  await atOnePace(async () => {
    if (!isTrapped(asked)) await requestSubscription(req, asked, how)
  })
}

function parseSubscription(given: unknown): SubscribeRequest {
  const { data, error } = subscribeRequest.safeParse(given)
  if (data) return data
  throw new HttpError('bad_request', error?.issues[0]?.message ?? 'This can’t be read.')
}

// Robots fill in what nobody sees, and are done before a person has begun. They are told that all
// went well, so that they learn nothing.
const isTrapped = ({ website, open_ms: open }: SubscribeRequest): boolean =>
  (typeof website === 'string' && website !== '') ||
  (typeof open === 'number' && open < fastestPersonMs)

function problemOf(error: unknown): string {
  if (!(error instanceof HttpError)) throw error
  return error.code
}

const tokenOf = ({ routeParams }: PayloadRequest): string =>
  encodeURIComponent(String(routeParams?.token ?? ''))
