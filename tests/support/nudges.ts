import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type {
  CountRequest,
  NudgeFields,
  NudgeProgress,
  PushState,
} from '../../cms/features/nudges/contract.ts'
import { onDatabase } from './database.ts'
import type { LocalSubscription, PushService } from './push-service.ts'
import type { Server } from './server.ts'
import { jsonRequest } from './staff.ts'
import type { Visitor } from './visitor.ts'
import { waitUntil } from './wait-until.ts'

/** Turns nudges on in a browser. */
export async function turnOn(
  visitor: Visitor,
  service: PushService,
): Promise<LocalSubscription & { device: number }> {
  const subscription = service.subscribe()
  const reply = await visitor.call('/api/push/subscribe', subscription)
  expect(reply.status, reply.text).toBe(200)
  return { ...subscription, ...reply.json<{ device: number }>() }
}

export const stateOf = async (visitor: Visitor): Promise<PushState> =>
  (await visitor.get('/api/push/state')).json<PushState>()

/** Settings of a device that wants everything at any time. */
export const unrestrictedSettings = {
  topics: null,
  time_slots: null,
  quiet_from: null,
  quiet_to: null,
}

/** The nudge in the payload of a push. */
export type PushedNudge = {
  id: string
  token: string
  url: string
  title: string
  body: string
  expires_at: number
}

/** The nudges that a device got. */
export const nudgesAt = (service: PushService, { endpoint }: LocalSubscription): PushedNudge[] =>
  service.received(endpoint).map(({ payload }) => JSON.parse(payload).nudge)

export type Saved = { id: number; updatedAt: string }

/** The calls with which staff write and send nudges. */
export function nudgesOf(server: Server, staff: { publisher: string }) {
  const create = (fields: Partial<NudgeFields> = {}, session = staff.publisher) =>
    server.send(
      '/api/nudges',
      jsonRequest('POST', { text: 'Hello', link: '/beer', ...fields }, session),
    )
  const write = async (
    fields: Partial<NudgeFields> = {},
    session = staff.publisher,
  ): Promise<Saved> => {
    const reply = await create(fields, session)
    expect(reply.status, reply.text).toBe(201)
    return reply.json<{ doc: Saved }>().doc
  }
  const act = (action: string, { id }: Saved, body: object = {}, session = staff.publisher) =>
    server.send(`/api/nudge-list/${id}/${action}`, jsonRequest('POST', body, session))
  const send = (
    nudge: Saved,
    { at, inSlot, session }: { at?: string; inSlot?: boolean; session?: string } = {},
  ) =>
    act(
      'send',
      nudge,
      { seen: nudge.updatedAt, ...(at && { at }), ...(inSlot && { in_slot: true }) },
      session,
    )
  const progress = async ({ id }: Saved): Promise<NudgeProgress> =>
    (
      await server.send(
        `/api/nudge-list/${id}/progress`,
        jsonRequest('GET', undefined, staff.publisher),
      )
    ).json<NudgeProgress>()
  /** Writes and sends a nudge, and waits until all deliveries are finished. */
  const sendAll = async (fields: Partial<NudgeFields> = {}, session = staff.publisher) => {
    const nudge = await write(fields, session)
    const reply = await send(nudge, { session })
    expect(reply.status, reply.text).toBe(200)
    return {
      ...nudge,
      ...(await waitUntil(
        () => progress(nudge),
        ({ state }) => state === 'sent',
      )),
    }
  }
  const count = (audience: Partial<CountRequest>) =>
    server.send('/api/nudge-list/count', jsonRequest('POST', audience, staff.publisher))
  return { create, write, act, send, progress, sendAll, count }
}

/** Inserts many devices with one statement. @returns their endpoints */
export async function insertDevices(
  url: string,
  service: Pick<PushService, 'subscribe'>,
  count: number,
): Promise<string[]> {
  const devices = Array.from({ length: count }, () => ({
    ...service.subscribe(),
    hash: randomBytes(16).toString('hex'),
  })).map(({ endpoint, keys, hash }) => ({ endpoint, ...keys, hash }))
  await onDatabase(url, (query) =>
    query(
      `insert into push_devices (endpoint, endpoint_hash, p256dh, auth, key_hash, user_agent)
       select endpoint, hash, p256dh, auth, hash, ''
         from jsonb_to_recordset($1::jsonb) as d (endpoint text, p256dh text, auth text, hash text)`,
      [JSON.stringify(devices)],
    ),
  )
  return devices.map(({ endpoint }) => endpoint)
}

/** The number of a nudge's deliveries in each state. */
export async function deliveryStates(url: string, nudge: number): Promise<Record<string, number>> {
  const rows = await onDatabase(url, (query) =>
    query<{ state: string; count: number }>(
      `select state, count(*)::int as count from nudge_deliveries where nudge = $1 group by state`,
      [nudge],
    ),
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
