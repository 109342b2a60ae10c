import './environment.ts'

import { ensureBuilt } from '../../cms/app/build.ts'
import { editCookie } from '../../cms/features/content/editing/rules.ts'
import { dateTimePaths, heroPaths } from '../../cms/features/venue/rules.ts'
import { startEmbeddedPostgres } from '../../cms/platform/database/embedded.ts'
import { launchBrowser } from '../support/browser.ts'
import { temporaryFolder } from '../support/folders.ts'
import { nextPort } from '../support/ports.ts'
import { type Server, startServerProcess } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'
import { analytics, analyticsReports } from './analytics.ts'
import { audit, auditRows } from './audits.ts'
import { bookings } from './bookings.ts'
import { checkIn } from './check-in.ts'
import { dashboard } from './dashboard.ts'
import { editing } from './editing.ts'
import { events, findEventPath } from './events.ts'
import { ledger } from './ledger.ts'
import { requireWrk, residentMegabytes } from './load.ts'
import { lunch } from './lunch.ts'
import { mailing } from './mailing.ts'
import { members } from './members.ts'
import { moments } from './moments.ts'
import { nudgeScripts } from './nudge-scripts.ts'
import { overload } from './overload.ts'
import {
  editorRow,
  gatePath,
  gateRow,
  measurePageLoad,
  type PageLoad,
  pageLoadRows,
} from './page-loads.ts'
import { pushing } from './pushing.ts'
import { secretKitchens } from './secret-kitchens.ts'
import { cachedPages, fullDatabase, memoryUnderLoad, uncachedPages } from './serving.ts'
import { type Row, reachesGoal, toTable } from './table.ts'
import { trackerScripts } from './tracker-scripts.ts'
import { visiblePaintRows } from './visible-paint.ts'
import { openWindows } from './windows.ts'

/** The parts to measure, from `--only=a,b`. Without this option all parts are measured. */
const chosenParts = process.argv.flatMap((text) => /^--only=(.+)/.exec(text)?.[1]?.split(',') ?? [])
const runs = process.argv.includes('--quick') ? 1 : 3

/** Measures all rows of the table in `README.md` of this folder, in one run on one machine. */
async function main(): Promise<void> {
  requireWrk()
  await ensureBuilt()
  const { folder, remove } = temporaryFolder()
  const postgres = await startEmbeddedPostgres(folder)
  const settings = { DATABASE_URL: postgres.url, LOG_LEVEL: 'info' }
  const rows: Row[] = []

  const first = await startServerProcess(settings)
  await first.stop()
  const startedAt = performance.now()
  const server = await startServerProcess(settings)
  await server.get('/')
  const startSeconds = (performance.now() - startedAt) / 1000
  const staff = await makeStaff(server)
  const pages = [
    ...heroPaths,
    '/privacy',
    '/branding',
    dateTimePaths('Common People').path,
    '/calendar',
    await findEventPath(server),
  ]

  const parts: Record<string, () => Row[] | Promise<Row[]>> = {
    start: () => [
      { what: 'Second start to first page', value: startSeconds, unit: 's', goal: { atMost: 3 } },
    ],
    memory: async () => {
      for (const page of pages) await server.get(page)
      const what = 'Resident memory before the admin is opened'
      const value = residentMegabytes(server.child.pid ?? 0)
      return [{ what, value, unit: 'MB', goal: { atMost: 250 } }]
    },
    visits: () => pageLoads(server, { pages, editor: staff.editor }),
    uncached: () => uncachedPages(server, postgres.url),
    cached: () => cachedPages(server),
    load: async () => [await memoryUnderLoad(server, staff.editor)],
    editing: () => editing(staff, server, postgres.url),
    mailing: () => mailing(postgres.url),
    members: () => members(postgres.url),
    nudges: async () => [
      ...(await nudgeScripts()),
      ...(await trackerScripts()),
      ...(await pushing(postgres.url)),
      ...(await openWindows(postgres.url)),
    ],
    analytics: () => analytics(postgres.url, { seconds: runs === 1 ? 20 : 600 }),
    reports: () => analyticsReports(postgres.url),
    ledger: () => ledger(postgres.url, { rounds: runs * 3, entries: 1_000_000 }),
    events: () => events(server, postgres.url, { rounds: runs * 3 }),
    bookings: () => bookings(server, postgres.url, { rounds: runs }),
    lunch: () => lunch(postgres.url, { rounds: runs * 3 }),
    moments: () => moments(postgres.url),
    door: () => checkIn(postgres.url, staff),
    dashboard: () => dashboard(postgres.url, { rounds: runs }),
    secret: () => secretKitchens(postgres.url),
    overload: () => overload(postgres.url),
    full: () => fullDatabase(server, postgres.url),
  }
  for (const [name, measure] of Object.entries(parts)) {
    if (chosenParts.length && !chosenParts.includes(name)) continue
    const measured = await measure()
    rows.push(...measured)
    console.error(toTable(measured))
  }
  await server.stop()
  await postgres.stop()
  remove()

  console.log(`${toTable(rows)}\n\nLoad by wrk; medians of ${runs}; ${pages.length} pages.`)
  if (!rows.every(reachesGoal)) process.exitCode = 1
}

/** What a browser loads and shows when it first opens each page, and what an editor and the gate load in addition. */
async function pageLoads(
  server: Server,
  { pages, editor }: { pages: readonly string[]; editor: string },
): Promise<Row[]> {
  const debuggingPort = await nextPort()
  const browser = await launchBrowser([`--remote-debugging-port=${debuggingPort}`])
  const found = new Map<string, PageLoad>()
  const audits = new Map()
  for (const page of pages) {
    found.set(page, await measurePageLoad(browser, server.url + page))
    audits.set(page, await audit(server.url + page, debuggingPort, runs))
    console.error(page, JSON.stringify(found.get(page)), JSON.stringify(audits.get(page)))
  }
  const cookies = [
    { name: 'payload-token', value: editor },
    { name: editCookie, value: 'edit' },
  ]
  const editing = await measurePageLoad(browser, `${server.url}/privacy`, { cookies })
  const gate = await measurePageLoad(browser, server.url + gatePath, {
    use: async (page) => {
      await page.getByRole('button', { name: 'Sign in here' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Email instead' }).click()
    },
  })
  const visible = await visiblePaintRows(browser, `${server.url}/`, runs)
  await browser.close()
  return [
    ...pageLoadRows(found),
    ...auditRows(audits),
    ...visible,
    editorRow(found.get('/privacy') as PageLoad, editing),
    gateRow(gate),
  ]
}

await main()
