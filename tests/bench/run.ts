import { ensureBuilt } from '../../cms/build.ts'
import { startEmbeddedPostgres } from '../../cms/database/embedded.ts'
import { editCookie } from '../../cms/editing/rules.ts'
import { freePort } from '../../cms/free-port.ts'
import { dateTimePaths, heroPaths } from '../../cms/venue/rules.ts'
import { launchBrowser } from '../support/browser.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startServer } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'
import { audit, auditRows } from './audits.ts'
import { editing } from './editing.ts'
import { requireWrk, residentMegabytes } from './load.ts'
import { mailing } from './mailing.ts'
import { members } from './members.ts'
import { overload } from './overload.ts'
import { cachedPages, fullDatabase, memoryUnderLoad, uncachedPages } from './serving.ts'
import { type Row, reaches, toTable } from './table.ts'
import { editorRow, firstVisit, gatePath, gateRow, type Visit, visitRows } from './visits.ts'

const pages = [...heroPaths, '/privacy', '/branding', dateTimePaths('Common People').path]
const runs = process.argv.includes('--quick') ? 1 : 3

/** Measures everything that README's table states, in one run on one machine. */
async function main(): Promise<void> {
  requireWrk()
  await ensureBuilt()
  const { folder, remove } = temporaryFolder()
  const postgres = await startEmbeddedPostgres(folder)
  const settings = { DATABASE_URL: postgres.url, LOG_LEVEL: 'info' }
  const rows: Row[] = []

  const first = await startServer(settings)
  await first.stop()
  const startedAt = performance.now()
  const server = await startServer(settings)
  await server.get('/')
  rows.push({
    what: 'Second start to first page',
    value: (performance.now() - startedAt) / 1000,
    unit: 's',
    goal: { atMost: 3 },
  })

  for (const page of pages) await server.get(page)
  rows.push({
    what: 'Resident memory before the admin is opened',
    value: residentMegabytes(server.child.pid ?? 0),
    unit: 'MB',
    goal: { atMost: 250 },
  })

  const debuggingPort = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${debuggingPort}`])
  const visits = new Map<string, Visit>()
  const audits = new Map()
  for (const page of pages) {
    visits.set(page, await firstVisit(browser, server.url + page))
    audits.set(page, await audit(server.url + page, debuggingPort, runs))
    console.error(page, JSON.stringify(visits.get(page)), JSON.stringify(audits.get(page)))
  }
  rows.push(...visitRows(visits), ...auditRows(audits))

  const staff = await makeStaff(server)
  const cookies = [
    { name: 'payload-token', value: staff.editor },
    { name: editCookie, value: 'edit' },
  ]
  const editor = await firstVisit(browser, `${server.url}/privacy`, { cookies })
  rows.push(editorRow(visits.get('/privacy') as Visit, editor))
  const gate = await firstVisit(browser, server.url + gatePath, {
    use: async (page) => {
      await page.getByRole('button', { name: 'Sign in here' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Email instead' }).click()
    },
  })
  rows.push(gateRow(gate))
  await browser.close()

  rows.push(...(await uncachedPages(server, postgres.url)))
  rows.push(...(await cachedPages(server)))
  rows.push(await memoryUnderLoad(server, staff.editor))
  rows.push(...(await editing(staff, server, postgres.url)))
  rows.push(...(await mailing(postgres.url)))
  rows.push(...(await members(postgres.url)))
  rows.push(...(await overload(postgres.url)))
  rows.push(...(await fullDatabase(server, postgres.url)))
  await server.stop()
  await postgres.stop()
  remove()

  console.log(`${toTable(rows)}\n\nLoad by wrk; medians of ${runs}; ${pages.length} pages.`)
  if (!rows.every(reaches)) process.exitCode = 1
}

await main()
