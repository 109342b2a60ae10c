import { databaseOf } from '../../platform/database/query.ts'
import { anyone, type CallLimit, call } from '../../platform/http/call.ts'
import { costs } from '../../platform/http/server/client-budgets.ts'
import { findVapid } from '../../platform/push/vapid.ts'
import { member, optionalMember } from '../members/access.ts'
import { saveEmailTopics } from '../newsletter/service.ts'
import {
  type AutoLinkReply,
  type DeviceReply,
  deviceParams,
  emailTopicsRequest,
  type KeyReply,
  type OkReply,
  type SubscribeReply,
  seenRequest,
  settingsRequest,
  stateQuery,
  subscribeRequest,
} from './contract.ts'
import {
  autoLink,
  changeSettings,
  deviceStatusOf,
  removeDevice,
  subscribe,
  unsubscribe,
} from './devices/devices.ts'
import { nudgeError } from './errors.ts'
import { connectSiteWindow } from './live/topics.ts'
import { recordSeen } from './seen.ts'
import { findState, letterSubscriptionKey } from './state.ts'
import { testOwnDevice } from './test-nudge.ts'

/** The limit of subscriptions from one client. It is high, because all guests of a venue may share one IP address. */
const subscribeLimit: CallLimit = {
  name: 'push subscriptions',
  limit: { max: 300, windowMs: 10 * 60_000, fixed: true },
  error: nudgeError('too_often'),
}

const ok: { body: OkReply } = { body: { ok: true } }

/** The calls that visitors use to manage and receive nudges. A cookie identifies the device. */
export const nudgeCalls = [
  call({
    method: 'get',
    path: '/push/key',
    access: anyone,
    handle: async ({ req: { payload } }) => {
      const { publicKey } = await findVapid(payload)
      return { body: { public_key: publicKey } satisfies KeyReply }
    },
  }),
  call({
    method: 'get',
    path: '/push/device',
    access: anyone,
    handle: async ({ req }) => {
      const { publicKey } = await findVapid(req.payload)
      const status = await deviceStatusOf(req)
      return { body: { ...status, public_key: publicKey } satisfies DeviceReply }
    },
  }),
  call({
    method: 'post',
    path: '/push/subscribe',
    access: optionalMember,
    limits: [subscribeLimit],
    body: subscribeRequest,
    handle: async ({ req, caller, body }) => {
      const { device, cookie } = await subscribe(req, caller, body)
      return { body: { device } satisfies SubscribeReply, cookies: [cookie] }
    },
  }),
  call({
    method: 'post',
    path: '/push/unsubscribe',
    access: anyone,
    handle: async ({ req }) => {
      await unsubscribe(req)
      return ok
    },
  }),
  call({
    method: 'post',
    path: '/push/test',
    access: anyone,
    // Push services may take some seconds to answer.
    timeoutMs: 20_000,
    handle: async ({ req }) => {
      await testOwnDevice(req)
      return ok
    },
  }),
  call({
    method: 'get',
    path: '/push/state',
    access: optionalMember,
    query: stateQuery,
    handle: async ({ req, caller, query }) => ({
      body: await findState(req, caller, query.letters),
    }),
  }),
  call({
    method: 'post',
    path: '/push/settings',
    access: anyone,
    body: settingsRequest,
    handle: async ({ req, body }) => {
      await changeSettings(req, body)
      return ok
    },
  }),
  call({
    method: 'post',
    path: '/push/email-topics',
    access: optionalMember,
    body: emailTopicsRequest,
    handle: async ({ req, caller, body: { topics, letters } }) => {
      const key = letterSubscriptionKey(caller, letters)
      if (!(key && (await saveEmailTopics(req, key, topics)))) throw nudgeError('no_letters')
      return ok
    },
  }),
  call({
    method: 'post',
    path: '/push/devices/:id/remove',
    access: member,
    params: deviceParams,
    handle: async ({ req, caller, params }) => {
      await removeDevice(req, caller, params.id)
      return ok
    },
  }),
  // Source: spec section 7, "Function invocations".
  call({
    method: 'post',
    path: '/auto-link-push-subscription',
    access: member,
    handle: async ({ req, caller }) => ({
      body: { linked: await autoLink(req, caller) } satisfies AutoLinkReply,
    }),
  }),
  call({
    method: 'post',
    path: '/nudge/seen',
    access: anyone,
    // The lowest cost, because all guests on the venue's network report the same nudge within seconds.
    cost: costs.request,
    body: seenRequest,
    handle: async ({ req, body }) => {
      await recordSeen(databaseOf(req.payload), body)
      return ok
    },
  }),
  call({
    method: 'get',
    path: '/nudge/live',
    access: optionalMember,
    handle: ({ req, caller }) => connectSiteWindow(req, caller),
  }),
]
