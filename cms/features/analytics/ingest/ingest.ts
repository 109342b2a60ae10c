import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { databaseUrl } from '../../../platform/database/url.ts'
import { featuresOf } from '../../../platform/feature.ts'
import { createCallTable } from '../../../platform/http/call-table.ts'
import { signedInMembers } from '../../../platform/http/ports.ts'
import type { WorkerLoop } from '../../../platform/jobs/background.ts'
import { env } from '../../../platform/runtime/env.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { createRepeatCount } from '../../../platform/runtime/log/repeats.ts'
import { perPayload } from '../../../platform/runtime/state.ts'
import { findPage } from '../../content/routes.ts'
import { findExistingLetters } from '../../letters/service.ts'
import { findExistingNudges } from '../../nudges/service.ts'
import { findVenue } from '../../venue/service.ts'
import { analyticsError } from '../errors.ts'
import { findTrailStarts } from '../trail/service.ts'
import { eventCount, type Item } from './batches.ts'
import { createBuffer, type StoreBuffer } from './buffer.ts'
import { createConnection } from './connection.ts'
import { sessionDays } from './days.ts'
import { createEventLimit } from './event-limit.ts'
import { isPermanent } from './failures.ts'
import { createPathReader } from './paths.ts'
import { createSalts } from './salts.ts'
import { createStore, type StoreReply } from './store.ts'
import { type VisitorDay, type VisitorDays, visitorIdOf } from './visitor.ts'

const retryAfterSeconds = 5
const refusalLogMs = 10 * 60_000

/** What a process needs to receive visitors' events. */
export type Ingest = {
  buffer: StoreBuffer<Item, StoreReply>
  /** Returns the function that returns the path of a URL as it may be stored; see `createPathReader`. */
  pathReader: () => Promise<(urlOrPath: string) => string>
  /** @param client the IP address or network as `clientBlock` returns it */
  visitorDays: (client: string, userAgent: string, now: number) => Promise<VisitorDays>
  /** Whether further events of a network may be stored on this day; see `createEventLimit`. */
  mayStore: ReturnType<typeof createEventLimit>['hasRoom']
}

const ingests = perPayload(createIngest)

/** The `Ingest` of this process. */
export const ingestOf = (payload: Payload): Ingest => ingests(payload)

const unavailable = () => analyticsError('unavailable').withRetryAfter(retryAfterSeconds)

function createIngest(payload: Payload): Ingest & { end: () => Promise<void> } {
  const eventLimit = createEventLimit()
  const saltsOf = createSalts(databaseOf(payload))
  const connection = createConnection(databaseUrl)
  const timeZone = async () => (await findVenue(payload)).timeZone
  const features = featuresOf(payload)
  const { tokenPaths: secretPaths } = createCallTable(
    features.flatMap(({ calls = [] }) => calls),
    features.flatMap(({ tokenPaths: own = [] }) => own),
  )
  const buffer = createBuffer<Item, StoreReply>({
    store: createStore({
      connection,
      findMember: (headers) => signedInMembers.require(payload).find(payload, headers),
      findConsent: findTrailStarts,
      findCampaigns: async (db, { letter, nudge }) => {
        const letters = letter.length ? await findExistingLetters(db, letter) : []
        const nudges = nudge.length ? await findExistingNudges(db, nudge) : []
        return {
          letter: new Map(letters.map((id) => [id, `letter-${id}`])),
          // The id of a nudge to one person would reveal whose visit it is.
          nudge: new Map(
            nudges.map(({ id, isForOne }) => [id, isForOne ? 'nudge' : `nudge-${id}`]),
          ),
        }
      },
      countStored: eventLimit.add,
      today: async () => sessionDays(Date.now(), await timeZone()).today,
    }),
    sizeOf: eventCount,
    bytesOf: ({ bytes }) => bytes,
    isPermanent,
    unavailable,
    onFailure: (error) => log.warn({ err: error }, 'visitors’ events could not be stored'),
    onRecovery: () => log.info('visitors’ events can be stored again'),
  })
  const refusals = createRepeatCount(refusalLogMs)
  let reader: { productName: string; read: (urlOrPath: string) => string } | null = null
  return {
    buffer,
    pathReader: async () => {
      const { productName } = await findVenue(payload)
      if (reader?.productName !== productName) {
        const findPath = (path: string) => {
          const page = findPage(path, productName)
          if (page?.kind === 'redirect') return page.to
          return page && path
        }
        const read = createPathReader({
          siteUrl: env().SITE_URL,
          tokenPaths: secretPaths,
          findPath,
        })
        reader = { productName, read }
      }
      return reader.read
    },
    visitorDays: async (client: string, userAgent: string, now: number): Promise<VisitorDays> => {
      const days = sessionDays(now, await timeZone())
      const { today, yesterday } = await saltsOf(days)
      const visitorOn = (day: string, salt: globalThis.Buffer): VisitorDay => ({
        day,
        salt,
        visitor: visitorIdOf(salt, client, userAgent),
      })
      const visitorToday = visitorOn(days.today, today)
      return days.yesterday !== null && yesterday
        ? [visitorToday, visitorOn(days.yesterday, yesterday)]
        : [visitorToday]
    },
    mayStore: (from: Parameters<Ingest['mayStore']>[0]) => {
      if (eventLimit.hasRoom(from)) return true
      const requests = refusals.count()
      if (requests) {
        log.warn(
          { requests },
          'events were not stored, because networks had reached their limit for the day',
        )
      }
      return false
    },
    end: connection.end,
  }
}

/** Stores the waiting events after an outage of the database, and before the process ends. */
export function startIngestWorker(payload: Payload): WorkerLoop {
  const { buffer, end } = ingests(payload)
  return {
    wake: buffer.wake,
    stop: async () => {
      await buffer.drain()
      await end()
    },
  }
}
