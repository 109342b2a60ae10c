import { createHash } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Subscription } from '../../../platform/push/contract.ts'
import { parseEndpoint } from '../../../platform/push/endpoint.ts'
import { env } from '../../../platform/runtime/env.ts'
import { userAgentOf } from '../../members/devices/user-agent.ts'
import { namesOf, splitTopics } from '../../newsletter/rules.ts'
import { findVenue } from '../../venue/service.ts'
import type { DeviceReply, PushSettings } from '../contract.ts'
import { nudgeError } from '../errors.ts'
import { assignDeliveries, cancelDeliveriesTo } from '../queries/deliveries.ts'
import {
  type Device,
  deleteOtherWithEndpoint,
  endDevice,
  endDeviceOf,
  findDeviceByKey,
  findDeviceStatus,
  linkDevice,
  lockDevices,
  saveDevice,
  writeSettings,
} from '../queries/devices.ts'
import { deviceCookie } from './device-cookie.ts'

type Member = { id: number } | null

/**
 * Stores the subscription of the browser that makes a request. A signed-in member becomes its owner.
 * @throws HttpError `bad_request` if the endpoint is not a public https URL
 */
export async function subscribe(
  req: PayloadRequest,
  member: Member,
  sent: Subscription,
): Promise<{ device: number; cookie: string }> {
  const endpoint = parseEndpoint(sent.endpoint, env().PUSH_LOCAL_SERVICES)?.href
  if (!endpoint) throw nudgeError('endpoint', { field: 'endpoint' })
  const subscription = { ...sent, endpoint }
  const { hash: keyHash, cookie } = deviceCookie.findOrCreate(req)
  const endpointHash = createHash('sha256').update(endpoint).digest('hex')
  const device = await inTransaction(req, async (db) => {
    await lockNames(db, [`push endpoint ${endpointHash}`])
    await lockDevices(db, endpointHash, keyHash)
    await deleteOtherWithEndpoint(db, endpointHash, keyHash)
    const userAgent = userAgentOf(req)
    const id = await saveDevice(db, {
      subscription,
      endpointHash,
      keyHash,
      userAgent,
      member: member?.id ?? null,
    })
    if (member) await assignDeliveries(db, id, member.id)
    return id
  })
  return { device, cookie }
}

/** Links the device of a request to a member. @returns whether the device gets nudges */
export function autoLink(req: PayloadRequest, member: { id: number }): Promise<boolean> {
  const keyHash = deviceCookie.find(req)
  if (!keyHash) return Promise.resolve(false)
  return inTransaction(req, async (db) => {
    const device = await linkDevice(db, keyHash, member.id)
    if (device === null) return false
    await assignDeliveries(db, device, member.id)
    return true
  })
}

/** The device that makes a request; null if it gets no nudges. */
export async function deviceOf(req: PayloadRequest): Promise<Device | null> {
  const keyHash = deviceCookie.find(req)
  return keyHash === null ? null : findDeviceByKey(databaseOf(req.payload), keyHash)
}

/** Whether the device that makes a request gets nudges; if not, whether its owner or the push service ended them. */
export async function deviceStatusOf(
  req: PayloadRequest,
): Promise<Pick<DeviceReply, 'id' | 'ended'>> {
  const keyHash = deviceCookie.find(req)
  const found = keyHash === null ? null : await findDeviceStatus(databaseOf(req.payload), keyHash)
  if (!found) return { id: null, ended: null }
  if (!found.is_gone) return { id: found.id, ended: null }
  return { id: null, ended: found.has_left ? 'by_owner' : 'by_service' }
}

/** @throws HttpError `conflict` if the device that makes a request gets no nudges */
export async function requireDevice(req: PayloadRequest): Promise<Device> {
  const device = await deviceOf(req)
  if (!device) throw nudgeError('no_device')
  return device
}

/**
 * Stores the nudge settings of the device that makes a request.
 * @throws HttpError `bad_request` for an unknown topic, `conflict` if the device gets no nudges
 */
export async function changeSettings(req: PayloadRequest, settings: PushSettings): Promise<void> {
  const { id } = await requireDevice(req)
  const { topics: own } = await findVenue(req.payload)
  const topics = settings.topics && splitTopics(settings.topics, own)
  if (settings.topics && !topics) throw nudgeError('unknown_topic', { field: 'topics' })
  await writeSettings(databaseOf(req.payload), id, {
    ...settings,
    topics: topics && namesOf(topics),
  })
}

/** Turns nudges off for the device that makes a request. */
export async function unsubscribe(req: PayloadRequest): Promise<void> {
  const device = await deviceOf(req)
  if (!device) return
  await inTransaction(req, async (db) => {
    if (await endDevice(db, device.id)) await cancelDeliveriesTo(db, device.id)
  })
}

/** Turns nudges off for one of a member's devices. @throws HttpError `not_found` */
export const removeDevice = (req: PayloadRequest, member: { id: number }, id: number) =>
  inTransaction(req, async (db: Database) => {
    if (!(await endDeviceOf(db, member.id, id))) throw nudgeError('no_such_device')
    await cancelDeliveriesTo(db, id)
  })
