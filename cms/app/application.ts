import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createLocalReq, getPayload, handleEndpoints, type Payload } from 'payload'
import config from '../../payload.config.ts'
import { lowerCasePath, resolvePage } from '../features/content/routes.ts'
import { pageNeeds, pageQueries } from '../features/pages.ts'
import { createAdminFiles } from '../platform/admin/files.ts'
import { dropCachedReads } from '../platform/database/cached-read.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded.ts'
import { migrateUnderLock } from '../platform/database/migrate.ts'
import { type Monitor, watchDatabase } from '../platform/database/monitor.ts'
import { handleConnectionErrors } from '../platform/database/pool.ts'
import { databaseOf } from '../platform/database/query.ts'
import { requireSameSecret } from '../platform/database/secret-fingerprint.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { databaseUrl, setEmbeddedUrl } from '../platform/database/url.ts'
import { waitForDatabase } from '../platform/database/wait.ts'
import { featuresOf } from '../platform/feature.ts'
import { createCallTable, fixedEndpoints } from '../platform/http/call-table.ts'
import { keepFailurePages } from '../platform/http/pages/failure-pages.ts'
import { createPageAssets } from '../platform/http/pages/page-assets.ts'
import { PageCache } from '../platform/http/pages/page-cache.ts'
import { createRenderer, type RenderSite } from '../platform/http/pages/render.ts'
import type { Representation } from '../platform/http/pages/representation.ts'
import {
  countedEvents,
  redirectsOfPaths,
  signedInMembers,
  trackedLinks,
} from '../platform/http/ports.ts'
import { createDirectCalls } from '../platform/http/server/direct-calls.ts'
import { createHandler } from '../platform/http/server/handler.ts'
import {
  requireFreePort,
  startFailureMessage,
  whyNotListening,
} from '../platform/http/server/listen-failure.ts'
import { createListener } from '../platform/http/server/listener.ts'
import { createMetrics } from '../platform/http/server/metrics.ts'
import { type PagePolicy, securityHeaders } from '../platform/http/server/security-headers.ts'
import type { WorkerLoop } from '../platform/jobs/background.ts'
import { startJobs } from '../platform/jobs/engine.ts'
import { createConcurrencyLimiter } from '../platform/limits/concurrency.ts'
import { createMediaReader } from '../platform/media/reader.ts'
import { checkPorts } from '../platform/port.ts'
import { env, isHttps } from '../platform/runtime/env.ts'
import { log } from '../platform/runtime/log/log.ts'
import { createRepeatFilter } from '../platform/runtime/log/repeats.ts'
import { site as siteFacts } from '../platform/runtime/site-facts.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { beginStart } from '../platform/runtime/state.ts'
import { firstAdminToken, hasStaff } from '../platform/staff/first-admin.ts'
import { findStaff, signedStaffToken } from '../platform/staff/session.ts'
import { storeSiteUrl } from '../platform/staff/site-address.ts'
import { features } from './features.ts'

/**
 * How many pages of the site are rendered at a time, and how many more may wait. The same numbers apply to the admin.
 * Rendering a full queue takes about a second.
 */
const rendering = { running: 3, waiting: 30 }
/** The minimum time between two identical log messages about the embedded database. */
const repeatMs = 60_000
checkPorts([
  ...features,
  { requires: [countedEvents, signedInMembers, redirectsOfPaths, trackedLinks, siteFacts] },
])
const workers = features.flatMap(({ workers: own = [] }) => own)
const lookUps = features.flatMap(({ lookUps: own = [] }) => own)
const jobs = features.flatMap(({ jobs: own = [] }) => own)

/** What differs between the built program and development. */
export type Runtime = {
  development: boolean
  files: (headers: Record<string, string>) => Promise<Map<string, Representation>>
  /** Renders a path of the site. */
  render: RenderSite
  pagePolicy: (https: boolean) => PagePolicy | null
  /** The number of routes that use each style sheet, by the sheet's path. */
  sheetUses: ReadonlyMap<string, number>
  admin: () => Promise<(req: IncomingMessage, res: ServerResponse) => Promise<void>>
  /** In development: answers the requests that the program itself does not answer. Null in the built program. */
  passThrough: ((req: IncomingMessage, res: ServerResponse) => void) | null
}

export type Application = { payload: Payload; server: Server; stop: () => Promise<void> }

/**
 * Starts the application: database, schema, demo data, cache, server, workers. The returned `stop` waits until the
 * requests in flight are answered and the workers have stopped. Then it stops the database.
 */
export async function startApplication(runtime: Runtime): Promise<Application> {
  const { DATABASE_URL, DATA_DIR, HOST, PORT } = env()
  beginStart()
  // The port is checked before anything starts, because it is in use if this application already runs.
  await requireFreePort(HOST, PORT)
  const embedded = DATABASE_URL ? null : await startDatabase(DATA_DIR)
  try {
    return await startWithDatabase(embedded, runtime)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

async function startWithDatabase(
  embedded: EmbeddedPostgres | null,
  runtime: Runtime,
): Promise<Application> {
  const settings = env()
  const https = isHttps()
  const headers = securityHeaders(https)
  const url = databaseUrl()
  await waitForDatabase(url)

  let isDraining = false
  const payload = await connect(() => isDraining)
  await migrateUnderLock(payload, url, async () => {
    await requireSameSecret(payload, settings.SECRET)
    if (settings.DEMO) await fillDemoWhenEmpty(payload)
  })

  const site = siteFacts.require(payload)
  const sessions = signedInMembers.require(payload)
  const followLink = trackedLinks.require(payload)
  const findRedirect = redirectsOfPaths.require(payload)
  const countEvent = countedEvents.require(payload)
  const renderQueue = createConcurrencyLimiter(rendering)
  const cache = new PageCache({ maxBytes: settings.CACHE_MB * 1024 * 1024 })
  const media = createMediaReader(payload, headers)
  const files = await runtime.files(headers)
  const renderer = createRenderer(runtime.render, {
    siteUrl: settings.SITE_URL,
    headers,
    policy: runtime.pagePolicy(https),
    pageNeeds,
    connectAssets: createPageAssets(files, runtime.sheetUses),
  })
  const failurePages = await keepFailurePages(async (status) =>
    renderer.failure(status, (await site.find(payload)).brandText),
  )
  const running: WorkerLoop[] = []
  const database = await watchDatabase(url, (changed) => {
    for (const [index, { wokenBy }] of workers.entries()) {
      if (!changed || wokenBy.some((tag) => changed.includes(tag))) running[index]?.wake()
    }
    dropCachedReads(changed)
    cache.drop(changed)
    media.drop(changed)
    if (!changed || changed.includes(site.tag)) failurePages.renew()
  })
  const gauges = features.flatMap(({ gauges: own = [] }) => own)
  const metrics = createMetrics(
    cache,
    database,
    gauges.map(({ read, ...gauge }) => ({ ...gauge, read: () => read(databaseOf(payload)) })),
  )
  let hasAnyStaff = false
  let admin: Promise<(req: IncomingMessage, res: ServerResponse) => Promise<void>> | undefined
  const handle = createHandler({
    siteUrl: settings.SITE_URL,
    hosts: {
      siteUrl: settings.SITE_URL,
      secretHost: settings.SECRET_KITCHENS_HOST,
      previewHosts: settings.PREVIEW_HOSTS,
    },
    development: runtime.development,
    headers,
    files,
    cache,
    database,
    metrics,
    log,
    routes: {
      resolve: async (path) => resolvePage(path, (await site.find(payload)).productName),
      lowerCase: lowerCasePath,
      queries: pageQueries,
    },
    calls: createCallTable(
      features.flatMap(({ calls = [] }) => calls),
      features.flatMap(({ tokenPaths: secretPaths = [] }) => secretPaths),
      fixedEndpoints(payload.config),
    ),
    uploads: features.flatMap(({ uploads = [] }) => uploads),
    renderPage: (...page) => renderQueue.run(() => renderer.page(...page)),
    adminViews: new Set(
      features.flatMap(({ adminViews = {} }) =>
        Object.values(adminViews).map(({ path = '' }) => path),
      ),
    ),
    adminFiles: runtime.development ? null : createAdminFiles(headers),
    adminQueue: createConcurrencyLimiter(rendering),
    findMedia: async (path) => (database.isUp() ? null : media.cached(path)) ?? media.find(path),
    findMediaInMemory: media.fresh,
    lookUp: async (path, query) => {
      const found = lookUps.find((each) => each.path.test(path))
      return found ? found.find(payload, path, query) : 'own'
    },
    clientBudget: runtime.development ? 0 : settings.CLIENT_BUDGET,
    followLink: (path, isOpened) => followLink(payload, path, isOpened),
    api: (request) => handleEndpoints({ config, request }),
    answerDirectly: createDirectCalls(
      features.flatMap(({ directCalls = [] }) => directCalls),
      payload,
      headers,
    ),
    countEvent: (req, event) => {
      countEvent(payload, req, event).catch((error: unknown) =>
        log.warn({ err: error, event }, 'an event was not counted'),
      )
    },
    findStaff: (sent) => findStaff(payload, sent),
    signedTokenOf: (cookie) => {
      const ofStaff = signedStaffToken(cookie)
      const token = ofStaff ?? sessions.signedToken(cookie)
      return token ? { token, isStaff: ofStaff !== null } : null
    },
    findRedirect: (path, search) => findRedirect(payload, path, search),
    onMissingPage: (path) => {
      for (const { onMissingPage } of features) onMissingPage?.(path)
    },
    findMember: (sent) => sessions.find(payload, sent),
    hasStaff: async () => {
      hasAnyStaff ||= await hasStaff(payload)
      return hasAnyStaff
    },
    admin: async (req, res) => {
      admin ??= runtime.admin().catch((error: unknown) => {
        admin = undefined
        throw error
      })
      await (await admin)(req, res)
    },
    failurePage: failurePages.get,
    passThrough: runtime.passThrough,
    isDraining: () => isDraining,
  })

  const { server, drain } = createListener(handle, headers, runtime.development)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new StartError(startFailureMessage(error, settings.HOST, settings.PORT))),
    )
    server.listen(settings.PORT, settings.HOST, resolve)
  })
  const metricsServer = await metrics
    .serve(settings.METRICS_PORT, settings.METRICS_HOST)
    .catch((error: unknown) => {
      const addressAndReason = whyNotListening(error, settings.METRICS_HOST, settings.METRICS_PORT)
      log.warn({ err: error }, `metrics are not served on ${addressAndReason}`)
      return null
    })
  running.push(...workers.map(({ start }) => start(payload, runtime)))
  const timeZone = async () => (await site.find(payload)).timeZone
  const engine = startJobs({ payload, url, jobs, timeZone })
  const firstAdminUrl = `${settings.SITE_URL}/admin/first/${firstAdminToken(settings.SECRET)}`
  storeSiteUrl(settings.DATA_DIR, settings.SITE_URL)
  announceReady(settings.SITE_URL, (await hasStaff(payload)) ? null : firstAdminUrl)

  let stopping: Promise<void> | undefined
  const stop = async () => {
    isDraining = true
    metricsServer?.close()
    // Each worker stops within five seconds.
    await Promise.all([drain(), ...[engine, ...running].map((worker) => worker.stop())])
    await stopDatabase(payload, database, embedded)
  }
  return { payload, server, stop: () => (stopping ??= stop()) }
}

async function startDatabase(dataDir: string): Promise<EmbeddedPostgres> {
  const shouldLog = createRepeatFilter(repeatMs, (output, times) =>
    log.error({ output, times }, 'the embedded database ended or did not start, repeatedly'),
  )
  const embedded = await startEmbeddedPostgres(dataDir, (output) => {
    if (shouldLog(output)) log.error({ output }, 'the embedded database ended; starting it again')
  })
  if (embedded.notice) log.warn(embedded.notice)
  setEmbeddedUrl(embedded.url)
  return embedded
}

async function connect(isStopping: () => boolean): Promise<Payload> {
  const payload = await getPayload({ config, disableOnInit: true })
  handleConnectionErrors(payload, (error) => {
    // While this process stops, losing connections is expected: the database stops too.
    if (!isStopping()) log.warn({ err: error }, 'a database connection was lost')
  })
  return payload
}

async function stopDatabase(
  payload: Payload,
  database: Monitor,
  embedded: EmbeddedPostgres | null,
) {
  await database.stop()
  await payload.destroy()
  await embedded?.stop()
}

/**
 * Logs that the program is ready, and prints the URLs of site and admin on standard output.
 * @param firstAdminUrl the one-time link that creates the first admin; null if there are staff accounts
 */
function announceReady(siteUrl: string, firstAdminUrl: string | null): void {
  log.info({ siteUrl }, 'ready')
  const lines = ['', `  The site      ${siteUrl}`, `  The admin     ${siteUrl}/cms`]
  if (firstAdminUrl)
    lines.push(
      '',
      '  Create the first admin account with this link (valid once, for 24 hours):',
      `  ${firstAdminUrl}`,
    )
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

/**
 * Fills an empty database with the demo venue, in one transaction. A database in which any feature
 * has records is left as it is.
 * @returns whether the database was filled
 */
async function fillDemoWhenEmpty(payload: Payload): Promise<boolean> {
  const features = featuresOf(payload)
  const filled = await Promise.all(features.map(({ hasRecords }) => hasRecords?.(payload)))
  if (filled.includes(true)) return false
  payload.logger.info('filling the empty database with the demo venue')
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async () => {
    for (const { fillDemo } of features) await fillDemo?.(req)
  })
  return true
}
