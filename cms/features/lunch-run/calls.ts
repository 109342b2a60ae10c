import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { type Call, call } from '../../platform/http/call.ts'
import { newFormKey } from '../../platform/http/cookies/form-key.ts'
import type { HttpError } from '../../platform/http/errors.ts'
import { staff } from '../../platform/staff/access.ts'
import { member } from '../members/access.ts'
import type { Caller } from '../members/contract.ts'
import {
  againRequest,
  fetchedRequest,
  mailRequest,
  type OrderReply,
  orderRequest,
  paidRequest,
  payeeRequest,
  reportRequest,
  runRequest,
  type StartReply,
  soldOutRequest,
  startRequest,
  tickRequest,
} from './contract.ts'
import { readOrderForm, writeWanted } from './form.ts'
import { choosePayee, mailVendor, takeAtBar } from './kitchen.ts'
import { orderAgain, placeOrder, withdrawOrder } from './orders.ts'
import { countOrder, countRunner, countStart } from './rate-limits.ts'
import { reportOrder } from './report.ts'
import { lunchPath } from './rules.ts'
import {
  becomeRunner,
  cancelRun,
  sayFetched,
  sayHere,
  startRun,
  stepDown,
  tickLine,
} from './runs.ts'
import { sellOut } from './sold-out.ts'

/** The URL of the page after a form, with the outcome. */
const pageAfter = (run: unknown, outcome: Record<string, string>) => {
  const id: Record<string, string> = /^[1-9]\d{0,9}$/.test(String(run)) ? { run: String(run) } : {}
  return `${lunchPath}?${new URLSearchParams({ ...id, ...outcome })}`
}
const problemOf = ({ reason, field }: HttpError) =>
  reason === 'bad_request' ? `invalid_${field?.split('.')[0] || 'request'}` : reason
const problemPage = (error: HttpError, { form }: { form: FormData }) =>
  pageAfter(form.get('run'), { problem: problemOf(error) })

const withNumber = (form: FormData) => ({
  ...Object.fromEntries(form),
  run: Number(form.get('run')),
})

/** A call of a member that also works as a form. `done` is what the page says afterwards. */
const memberCall = <Body extends z.ZodType<{ run: number }>>(
  path: string,
  body: Body,
  {
    done,
    count,
    handle,
    read = withNumber,
  }: {
    done: string
    count: (req: PayloadRequest, member: number) => Promise<void>
    handle: (context: {
      req: PayloadRequest
      caller: Caller
      body: z.output<Body>
    }) => Promise<unknown>
    read?: (form: FormData) => unknown
  },
): Call =>
  call({
    method: 'post',
    path: `/lunch-run/${path}`,
    access: member,
    body: body as z.ZodType<{ run: number }>,
    form: {
      read,
      success: ({ body: { run } }) => pageAfter(run, done ? { done } : {}),
      failure: problemPage,
    },
    handle: async ({ req, caller, body: sent }) => {
      await count(req, caller.id)
      const reply = await handle({ req, caller, body: sent as z.output<Body> })
      return { body: (reply as object | undefined) ?? { ok: true } }
    },
  })

/** Calls with which members have lunch together. Each `post` works as an HTML form too. */
const memberCalls: readonly Call[] = [
  call({
    method: 'post',
    path: '/lunch-run/start',
    access: member,
    body: startRequest,
    form: {
      read: (form) => ({
        key: newFormKey(),
        ...Object.fromEntries(form),
        offer: Number(form.get('offer')),
      }),
      success: ({ result }) => pageAfter((result.body as StartReply).run, { done: 'started' }),
      failure: (error) => `${pageAfter(null, { problem: problemOf(error) })}#start`,
    },
    handle: async ({ req, caller, body }) => {
      await countStart(req, caller.id)
      return { body: await startRun(req, caller, body) }
    },
  }),
  call({
    method: 'post',
    path: '/lunch-run/order',
    access: member,
    body: orderRequest,
    form: {
      read: readOrderForm,
      success: ({ body }) => pageAfter(body.run, { done: 'ordered' }),
      failure: (error, { form }) =>
        pageAfter(form.get('run'), {
          ...{ problem: problemOf(error), want: writeWanted(form) },
          pay: form.get('payment') === 'bar' ? 'bar' : 'credit',
        }),
    },
    handle: async ({ req, caller, body }) => {
      await countOrder(req, caller.id)
      return { body: await placeOrder(req, caller, body) }
    },
  }),
  call({
    method: 'post',
    path: '/lunch-run/again',
    access: member,
    body: againRequest,
    form: {
      read: withNumber,
      success: ({ body, result }) =>
        pageAfter(body.run, {
          done: (result.body as OrderReply).missing?.length ? 'again_part' : 'ordered',
        }),
      failure: problemPage,
    },
    handle: async ({ req, caller, body }) => {
      await countOrder(req, caller.id)
      return { body: await orderAgain(req, caller, body) }
    },
  }),
  memberCall('withdraw', runRequest, {
    ...{ done: 'withdrawn', count: countOrder },
    handle: ({ req, caller, body }) => withdrawOrder(req, caller, body.run),
  }),
  memberCall('run', runRequest, {
    ...{ done: 'runner', count: countRunner },
    handle: ({ req, caller, body }) => becomeRunner(req, caller, body.run),
  }),
  memberCall('step-down', runRequest, {
    ...{ done: 'stepped_down', count: countRunner },
    handle: ({ req, caller, body }) => stepDown(req, caller, body.run),
  }),
  memberCall('tick', tickRequest, {
    ...{ done: '', count: countRunner },
    read: (form) => ({ ...withNumber(form), ticked: form.get('ticked') === 'true' }),
    handle: ({ req, caller, body }) => tickLine(req, caller, body),
  }),
  memberCall('here', runRequest, {
    ...{ done: 'here', count: countRunner },
    handle: ({ req, caller, body }) => sayHere(req, caller, body.run),
  }),
  memberCall('fetched', fetchedRequest, {
    ...{ done: 'fetched', count: countRunner },
    handle: ({ req, caller, body }) => sayFetched(req, caller, body),
  }),
  memberCall('cancel', runRequest, {
    ...{ done: 'cancelled', count: countRunner },
    handle: ({ req, caller, body }) => cancelRun(req, { member: caller.id }, body.run),
  }),
  memberCall('report', reportRequest, {
    ...{ done: 'reported', count: countRunner },
    handle: ({ req, caller, body }) => reportOrder(req, caller, body),
  }),
]

/** Calls of staff: the kitchen’s screen, the mail to a vendor, the bar. */
const staffCalls: readonly Call[] = [
  call({
    method: 'post',
    path: '/lunch-list/sold-out',
    access: staff('menus.sold-out'),
    body: soldOutRequest,
    handle: async ({ req, body: { run, dish, sold_out: isSoldOut } }) => {
      await sellOut(req, { run, dish, isSoldOut })
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/lunch-list/mail',
    access: staff('lunch.run'),
    body: mailRequest,
    handle: async ({ req, body }) => ({ body: await mailVendor(req, body) }),
  }),
  call({
    method: 'post',
    path: '/lunch-list/payee',
    access: staff('lunch.run'),
    body: payeeRequest,
    handle: async ({ req, body }) => {
      await choosePayee(req, body)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/lunch-list/cancel',
    access: staff('lunch.run'),
    body: runRequest,
    handle: async ({ req, body }) => {
      await cancelRun(req, 'staff', body.run)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/lunch-list/paid',
    access: staff('till.use'),
    body: paidRequest,
    handle: async ({ req, caller, body }) => {
      await takeAtBar(req, caller.id, body)
      return { body: { ok: true } }
    },
  }),
]

export const lunchCalls: readonly Call[] = [...memberCalls, ...staffCalls]
