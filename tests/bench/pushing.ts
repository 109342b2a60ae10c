import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { createKeyPair } from '../../cms/platform/push/key-pair.ts'
import { composePayload } from '../../cms/platform/push/rules.ts'
import { databaseAt, onDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { deliveryStates, insertDevices, nudgesOf } from '../support/nudges.ts'
import { startServerProcess } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'
import type { BarePushes } from './bare-pusher.ts'
import { median } from './load.ts'
import { startCountingPushService } from './push-service.ts'
import type { Row } from './table.ts'

const devices = 10_000
const rounds = 3
/**
 * How many requests to one push service a process has in progress at most: five sixths of all its requests to push
 * services, see `cms/features/nudges/sending/services.ts`.
 */
const connections = 50
const nudge = { text: 'First ten through the door taste the new saison', link: '/beer' }

/**
 * Measures a nudge to 10,000 devices: how fast its pushes are encrypted and delivered to a local push service, and how
 * fast web-push alone does the same with as many concurrent requests. The rounds alternate.
 * @param databaseUrl any database of the PostgreSQL server; a new database is created on that server
 */
export async function pushing(databaseUrl: string): Promise<Row[]> {
  const url = databaseAt(databaseUrl, 'full_of_devices')
  await onDatabase(databaseUrl, (query) => query('create database full_of_devices'))
  const service = await startCountingPushService()
  const server = await startServerProcess({
    DATABASE_URL: url,
    PUSH_LOCAL_SERVICES: service.origin,
    NODE_EXTRA_CA_CERTS: service.certificate,
  })
  const nudges = nudgesOf(server, await makeStaff(server))
  await insertDevices(url, service, devices)
  const { folder, remove } = temporaryFolder()
  const file = path.join(folder, 'pushes.json')
  writeFileSync(file, JSON.stringify(await barePushes(url, server.url)))

  const ownRate = async () => {
    // Without this, the limit of nudges per person would be reached.
    await onDatabase(url, (query) => query('truncate nudge_deliveries'))
    const saved = await nudges.write(nudge)
    await nudges.send(saved)
    await waitUntilAccepted(url, saved.id)
    const { requests, endpoints, ms } = await service.takeCounts()
    if (requests !== devices || endpoints !== devices) {
      throw new Error(`${requests} requests reached ${endpoints} of ${devices} devices.`)
    }
    return (devices / ms) * 1000
  }
  const bareRate = async () => {
    const program = path.join(import.meta.dirname, 'bare-pusher.ts')
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: service.certificate }
    const { stdout } = await promisify(execFile)(process.execPath, [program, file], { env })
    await service.takeCounts()
    return (devices / Number(stdout)) * 1000
  }

  // The first round warms up the server and the database.
  await ownRate()
  const rates: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [own, bare] = [await ownRate(), await bareRate()]
    console.error(JSON.stringify({ own, bare }))
    rates.push(own)
    ratios.push(own / bare)
  }
  await server.stop()
  service.stop()
  remove()
  return [
    {
      what: 'A nudge to 10,000 devices, pushes encrypted and delivered to a local push service',
      value: median(rates),
      unit: '/s',
    },
    {
      what: 'The same, relative to bare web-push with as many requests at the same time',
      value: median(ratios),
      unit: '',
      goal: { atLeast: 0.7 },
    },
  ]
}

/** The same message to the same devices, for web-push. */
async function barePushes(url: string, origin: string): Promise<BarePushes> {
  const rows = await onDatabase(url, (query) =>
    query<{ endpoint: string; p256dh: string; auth: string }>(
      'select endpoint, p256dh, auth from push_devices',
    ),
  )
  const { text, link } = nudge
  const expiresAt = new Date(Date.now() + 600_000)
  const content = { id: '1', token: 'a'.repeat(22), title: 'Venue', text, url: link, expiresAt }
  return {
    subscriptions: rows.map(({ endpoint, p256dh, auth }) => ({ endpoint, keys: { p256dh, auth } })),
    payload: composePayload(content, { origin, icon: '/icons/icon-192.png', lang: 'en' }),
    options: {
      vapidDetails: { ...createKeyPair(), subject: 'mailto:desk@venue.example' },
      TTL: 600,
      urgency: 'high',
      topic: 'nudge-1',
    },
    connections,
  }
}

/** @throws Error if a delivery failed */
async function waitUntilAccepted(url: string, id: number): Promise<void> {
  await onDatabase(url, (query) =>
    waitUntil(
      () =>
        query(
          `select from nudge_deliveries
            where nudge = $1 and state in ('queued', 'claimed', 'handed_over') limit 1`,
          [id],
        ),
      ({ length }) => length === 0,
      120_000,
    ),
  )
  const states = await deliveryStates(url, id)
  if (states.accepted !== devices) throw new Error(`The deliveries are ${JSON.stringify(states)}.`)
}
