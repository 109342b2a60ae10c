import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getPayload, handleEndpoints, type Payload } from 'payload'
import config from '../payload.config.ts'
import { createAdminFiles } from './admin/files.ts'
import { announceReady } from './announce-ready.ts'
import { lowerCasePath, resolvePage } from './content/routes.ts'
import { dropCachedReads } from './database/cached-read.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded.ts'
import { migrateUnderLock } from './database/migrate.ts'
import { type Monitor, watchDatabase } from './database/monitor.ts'
import { handleConnectionErrors } from './database/pool.ts'
import { databaseOf } from './database/query.ts'
import { requireSameSecret } from './database/secret-fingerprint.ts'
import { databaseUrl, setEmbeddedUrl } from './database/url.ts'
import { waitForDatabase } from './database/wait.ts'
import { env, isHttps } from './env.ts'
import { keepFailurePages } from './failure-pages.ts'
import { requireProvider } from './feature.ts'
import { features } from './features.ts'
import { pageQueries } from './features-pages.ts'
import { fillDemoWhenEmpty } from './fill-demo.ts'
import { createCallTable, fixedEndpoints } from './http/call-table.ts'
import { createDirectCalls } from './http/direct-calls.ts'
import { createHandler } from './http/handler.ts'
import { requireFreePort, startFailureMessage, whyNotListening } from './http/listen-failure.ts'
import { createListener } from './http/listener.ts'
import { createMetrics } from './http/metrics.ts'
import { createPageAssets } from './http/page-assets.ts'
import { PageCache } from './http/page-cache.ts'
import { createRenderer, type RenderSite } from './http/render.ts'
import type { Representation } from './http/representation.ts'
import { type PagePolicy, securityHeaders } from './http/security-headers.ts'
import type { WorkerLoop } from './jobs/background.ts'
import { startJobs } from './jobs/engine.ts'
import { createConcurrencyLimiter } from './limits/concurrency.ts'
import { log } from './log.ts'
import { createMediaReader } from './media/reader.ts'
import { beginStart } from './per-start.ts'
import { createRepeatFilter } from './repeats.ts'
import { firstAdminToken, hasStaff } from './staff/first-admin.ts'
import { findStaff, signedStaffToken } from './staff/session.ts'
import { storeSiteUrl } from './staff/site-address.ts'
import { StartError } from './start-error.ts'

/**
 * How many pages of the site are rendered at a time, and how many more may wait. The same numbers apply to the admin.
 * Rendering a full queue takes about a second.
 */
const rendering = { running: 3, waiting: 30 }
/** The minimum time between two identical log messages about the embedded database. */
const repeatMs = 60_000
const countEvent = requireProvider(features, 'countEvent')
const findMember = requireProvider(features, 'findMember')
const signedMemberToken = requireProvider(features, 'signedMemberToken')
const findRedirect = requireProvider(features, 'findRedirect')
const followLink = requireProvider(features, 'followLink')
const site = requireProvider(features, 'site')
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

  const renderQueue = createConcurrencyLimiter(rendering)
  const cache = new PageCache({ maxBytes: settings.CACHE_MB * 1024 * 1024 })
  const media = createMediaReader(payload, headers)
  const files = await runtime.files(headers)
  const renderer = createRenderer(runtime.render, {
    siteUrl: settings.SITE_URL,
    headers,
    policy: runtime.pagePolicy(https),
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
      const token = ofStaff ?? signedMemberToken(cookie)
      return token ? { token, isStaff: ofStaff !== null } : null
    },
    findRedirect: (path) => findRedirect(payload, path),
    onMissingPage: (path) => {
      for (const { onMissingPage } of features) onMissingPage?.(path)
    },
    findMember: (sent) => findMember(payload, sent),
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
