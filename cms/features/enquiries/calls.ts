import type { z } from 'zod'
import { accessFor, anyone, type Call, call } from '../../platform/http/call.ts'
import type { HttpError } from '../../platform/http/errors.ts'
import { costs } from '../../platform/http/server/client-budgets.ts'
import { withMinimumDuration } from '../../platform/http/server/minimum-duration.ts'
import { mailService } from '../../platform/mail/signed-access.ts'
import { optionalMember } from '../members/access.ts'
import { pageTo } from '../payments/page-to.ts'
import { beginCheckout } from '../payments/service.ts'
import { requireCardProvider } from '../payments/stripe.ts'
import { enquiryError } from './errors.ts'
import { removeFile, storeFile } from './files/store.ts'
import { acceptQuote, confirmAddress, declineQuote, writeToStaff } from './guest/answers.ts'
import {
  type EnquireReply,
  enquireRequest,
  fileParams,
  fileRequest,
  linkRequest,
  type PayReply,
  payRequest,
  quoteAnswer,
  removeFileRequest,
  writeRequest,
} from './guest/contract.ts'
import { enquire } from './guest/enquire.ts'
import { requireByToken } from './locked.ts'
import { referenceOf } from './payable.ts'
import type { Enquiry } from './queries/enquiries.ts'
import { countChange, countUpload, enquireLimit, linkLimit } from './rate-limits.ts'
import { repliesRequest, storeReplies } from './replies.ts'
import { enquirePath, enquiryPath, limits } from './rules.ts'
import { enquiryToken } from './token.ts'

const sentPath = `${enquirePath}/enquiry`
const problemOf = ({ field, reason }: HttpError): string =>
  reason === 'bad_request' ? `invalid_${field?.split('.')[0]}` : reason
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f-]{1,100}$/.test(value)
const pageOf = (token: unknown, outcome: Record<string, string>): string =>
  `${isToken(token) ? enquiryPath(token) : sentPath}?${new URLSearchParams(outcome)}`

const numberIn = (form: FormData, name: string): unknown => {
  const text = form.get(name)
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : (text ?? undefined)
}

/** A call with the token of a permanent link, as JSON or by a form of the guest’s page. */
const linkCall = <Body extends typeof linkRequest>(
  name: string,
  body: Body,
  {
    done,
    read = Object.fromEntries as (form: FormData) => unknown,
    handle,
  }: {
    done: string
    read?: (form: FormData) => unknown
    handle: (
      req: Parameters<typeof requireByToken>[0],
      enquiry: Enquiry,
      body: z.output<Body>,
    ) => Promise<unknown>
  },
): Call =>
  call({
    ...{ method: 'post', path: `/book/${name}`, access: anyone, limits: [linkLimit], body },
    form: {
      read,
      success: ({ body: { token } }) => pageOf(token, { done }),
      failure: (error, { form }) => pageOf(form.get('token'), { problem: problemOf(error) }),
    },
    handle: async ({ req, body: request }) => {
      const enquiry = await requireByToken(req, request.token)
      await countChange(req, enquiry.id)
      await handle(req, enquiry, request as unknown as z.output<Body>)
      return { body: { ok: true } }
    },
  })

const readQuote = (form: FormData) => ({ token: form.get('token'), quote: numberIn(form, 'quote') })

/**
 * The enquiry whose link the path of an upload names. The body of other requests is not read.
 * @throws HttpError `not_found`, `unconfirmed`, `too_often`
 */
const uploader = accessFor('public', async (req) => {
  const enquiry = await requireByToken(req, String(req.routeParams?.token ?? ''))
  if (!enquiry.confirmedAt) throw enquiryError('unconfirmed')
  await countUpload(req, enquiry.id)
  return enquiry
})

/** The calls of guests, and of the mail service that reports their replies. */
export const guestCalls: readonly Call[] = [
  call({
    method: 'post',
    path: '/book/enquire',
    access: optionalMember,
    limits: [enquireLimit],
    body: enquireRequest,
    form: {
      read: (form) => ({
        ...Object.fromEntries(form),
        days: form.getAll('days').filter(Boolean),
        people: numberIn(form, 'people'),
        // Members have no fields for them.
        name: form.get('name') ?? undefined,
        email: form.get('email') ?? undefined,
      }),
      success: ({ result }) => {
        const { token } = result.body as EnquireReply
        return pageOf(token, { done: 'sent' })
      },
      failure: (error) => pageOf(null, { problem: problemOf(error) }),
    },
    handle: async ({ req, caller, body, isForm }) => {
      const enquiry = await withMinimumDuration(async () =>
        // A bot gets the reply of a success, so that it does not notice the refusal.
        body.website ? null : enquire(req, body, { member: caller, isForm }),
      )
      const token = caller && enquiry?.member === caller.id ? enquiryToken(enquiry) : null
      return { body: { ok: true, ...(token && { token }) } satisfies EnquireReply }
    },
  }),
  linkCall('confirm-enquiry', linkRequest, {
    done: 'confirmed',
    handle: (req, { id }) => confirmAddress(req, id),
  }),
  linkCall('write', writeRequest, {
    done: 'written',
    handle: (req, { id }, { key, text }) => writeToStaff(req, id, { key, text }),
  }),
  linkCall('accept-quote', quoteAnswer, {
    done: 'accepted',
    read: readQuote,
    handle: (req, { id }, { quote }) => acceptQuote(req, id, quote),
  }),
  linkCall('decline-quote', quoteAnswer, {
    done: 'declined',
    read: readQuote,
    handle: (req, { id }, { quote }) => declineQuote(req, id, quote),
  }),
  linkCall('remove-file', removeFileRequest, {
    done: 'removed',
    read: (form) => ({ token: form.get('token'), file: numberIn(form, 'file') }),
    handle: (req, { id }, { file }) => removeFile(req, id, file),
  }),
  call({
    method: 'post',
    path: '/book/file/:token',
    access: uploader,
    limits: [linkLimit],
    params: fileParams,
    body: fileRequest,
    // The rest of a form with one file.
    maxBodyBytes: limits.fileBytes + 16 * 1024,
    bodyWithinMs: 90_000,
    timeoutMs: 90_000,
    form: {
      read: (form) => ({ file: form.get('file') }),
      success: ({ params: { token } }) => pageOf(token, { done: 'stored' }),
      failure: (error, { params: { token } }) => pageOf(token, { problem: problemOf(error) }),
    },
    handle: async ({ req, caller, body: { file } }) => {
      const bytes = Buffer.from(await file.arrayBuffer())
      await storeFile(req, caller.id, { name: file.name, bytes })
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/book/pay-deposit',
    access: anyone,
    limits: [linkLimit],
    body: payRequest,
    form: {
      success: ({ body: { token } }) => enquiryPath(token),
      failure: (error, { form }) => pageOf(form.get('token'), { problem: problemOf(error) }),
    },
    handle: async ({ req, body: { token, key }, isForm }) => {
      const provider = requireCardProvider()
      const { id } = await requireByToken(req, token)
      await countChange(req, id)
      const { url } = await beginCheckout(req, { reference: referenceOf(id), key }, provider)
      return isForm ? pageTo(url) : { body: { url } satisfies PayReply }
    },
  }),
  call({
    method: 'post',
    path: '/mail/replies',
    cost: costs.request,
    maxBodyBytes: 1024 * 1024,
    access: mailService,
    body: repliesRequest,
    handle: async ({ req, body }) => ({
      body: { ok: true, stored: await storeReplies(req, body.replies) },
    }),
  }),
]
