import { randomBytes } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { countAttemptOrThrow } from '../../platform/limits/service.ts'
import { sendPush } from '../../platform/push/send.ts'
import { requireDevice } from './devices/devices.ts'
import { nudgeError } from './errors.ts'
import { findSubscriptionOf, markGone } from './queries/devices.ts'
import { findNudge } from './queries/nudges.ts'
import { composePush, type Notice } from './sending/push-of.ts'

/** The rate limit of test nudges to one device. */
const perDevice = { max: 5, windowMs: 10 * 60_000, fixed: true }
const validMs = 10 * 60_000

type Shown = Pick<Notice, 'title' | 'text' | 'link' | 'icon'>

const sample: Shown = {
  title: null,
  text: 'This is what a nudge looks like. Nobody else got this one.',
  link: '/notifications',
  icon: null,
}

/** Sends a sample nudge to the device that makes a request. */
export const testOwnDevice = (req: PayloadRequest): Promise<void> => sendTest(req, sample)

/** Sends a nudge that staff wrote, as a test, to the device that makes the request. The test is not counted. */
export async function testNudge(req: PayloadRequest, id: number): Promise<void> {
  const nudge = await findNudge(databaseOf(req.payload), id)
  if (!nudge) throw nudgeError('not_found')
  await sendTest(req, nudge)
}

/**
 * @throws HttpError `conflict` if the device gets no nudges, `too_many_requests`, `unavailable` if the push
 *   service does not accept the test
 */
async function sendTest(req: PayloadRequest, { title, text, link, icon }: Shown): Promise<void> {
  const { payload } = req
  const db = databaseOf(payload)
  const device = await requireDevice(req)
  await countAttemptOrThrow(db, `push tests of ${device.id}`, perDevice, nudgeError('too_often'))
  const subscription = await findSubscriptionOf(db, device.id)
  if (!subscription) throw nudgeError('no_device')
  const push = await composePush(payload, subscription, {
    title,
    text,
    link,
    icon,
    token: null,
    id: `test-${randomBytes(8).toString('hex')}`,
    expiresAt: new Date(Date.now() + validMs),
  })
  const { kind } = await sendPush(payload, push)
  if (kind === 'gone') {
    await markGone(db, device.id, subscription.endpoint)
    throw nudgeError('no_device')
  }
  if (kind !== 'accepted') throw nudgeError('push_service')
}
