import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stampFiles } from '../cms/app/build.ts'
import { killProcessesWith, runVariable } from './support/child-processes.ts'
import { keepFoldersInMemory, root } from './support/folders.ts'
import type { Sources } from './support/import-graph.ts'
import { keepPostgres, lockKeptPostgres, stopKeptPostgres } from './support/kept-postgres.ts'
import { type SelectedFile, type Selection, selectTests } from './support/related-tests.ts'
import { type Report, readPlaywrightReport, readVitestReport } from './support/reports.ts'
import { startServerHost } from './support/server-host.ts'

const help = `Usage: npm run test:for -- [NAME …]
NAME is a feature, such as events, or a changed file. Without a name: the files that differ from the main branch.
Checks the files, and runs the tests that belong to them. The PostgreSQL of the tests keeps running for the next run:
npm run test:for -- --stop ends it; after half an hour without a run it ends itself.`

type Step = { name: string; passed: number; failed: number; ms: number }

const runId = randomUUID()
const resultsFolder = mkdtempSync(path.join(tmpdir(), 'tests-results-'))
const steps: Step[] = []

async function main(args: string[]): Promise<void> {
  if (args.includes('--help')) return console.log(help)
  if (args.includes('--stop')) {
    const wasRunning = await stopKeptPostgres()
    return console.log(wasRunning ? 'PostgreSQL was stopped.' : 'No PostgreSQL was running.')
  }
  const unlock = await lockKeptPostgres()
  const startedAt = performance.now()
  const sources = readSources()
  const names = args.length ? args : changedFiles()
  const selection = selectTests(sources, names)
  if (args.length && selection.unknown.length) {
    throw new Error(`No folder or file is named ${selection.unknown.join(', ')}.\n\n${help}`)
  }
  if (!selection.touched.length) return console.log('No source file differs from the main branch.')
  printSelection(selection)
  await Promise.all([
    runChecks(selection.touched),
    runVitest('unit', selection.unit, { isQuiet: true }),
    runServerTests(sources, selection),
  ])
  unlock()
  printSummary(args, performance.now() - startedAt)
}

/** All source files that git tracks or would track. */
function readSources(): Sources {
  const files = git('ls-files', '-co', '--exclude-standard').filter((file) =>
    /\.(tsx?|mjs|js|astro|css)$/.test(file),
  )
  return new Map(
    files
      .filter((file) => existsSync(path.join(root, file)))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  )
}

/** The files that differ from where this branch left the main branch, and new ones. */
function changedFiles(): string[] {
  const branch = git('branch', '--show-current')[0]
  const mains = ['main', 'origin/main'].filter((each) => each !== branch)
  const main = mains.find((each) => git('rev-parse', '--verify', '--quiet', each).length > 0)
  const base = main ? (git('merge-base', 'HEAD', main)[0] ?? 'HEAD') : 'HEAD'
  return [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '-o', '--exclude-standard'),
  ]
}

/** The lines that git prints; none if it fails. */
function git(...args: string[]): string[] {
  try {
    const output = execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
    return output.toString().split('\n').filter(Boolean)
  } catch {
    return []
  }
}

function printSelection(selection: Selection): void {
  const { touched, subjects, reached, isWide, unit } = selection
  const imported = reached.length ? `; imported by ${reached.join(', ')}` : ''
  console.log(`${count(touched, 'file')} of ${subjects.join(', ') || 'the tests'}${imported}`)
  if (isWide) {
    console.log(
      'Too much imports these files to test it all here. Before you merge: npm run test:all',
    )
  }
  console.log(`unit: ${count(unit, 'file')}`)
  for (const kind of ['integration', 'faults', 'e2e'] as const) {
    console.log(`${kind}: ${inWords(selection[kind]) || 'no file'}`)
  }
}

/** Names test files, grouped by the reason for which they were selected. */
function inWords(files: SelectedFile[]): string {
  const groups = Map.groupBy(files, ({ why }) => why)
  const nameOf = ({ file }: SelectedFile) => path.basename(file).replace(/\.(test|spec)\.ts$/, '')
  return [...groups].map(([why, each]) => `${each.map(nameOf).join(' ')} (${why})`).join('; ')
}

const count = (items: unknown[], noun: string) =>
  `${items.length} ${noun}${items.length === 1 ? '' : 's'}`

async function runChecks(files: string[]): Promise<void> {
  await runStep('style', [
    '@biomejs/biome/bin/biome',
    'check',
    '--error-on-warnings',
    '--no-errors-on-unmatched',
    ...files,
  ])
  await runStep('types', [
    'typescript-native/bin/tsc',
    '--noEmit',
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    path.join(root, '.astro/tests/types.tsbuildinfo'),
  ])
}

/** Runs the integration, fault and browser tests, on the built program and the kept PostgreSQL. */
async function runServerTests(sources: Sources, selection: Selection): Promise<void> {
  const vitestFiles = [...selection.integration, ...selection.faults].map(({ file }) => file)
  const e2eFiles = selection.e2e.map(({ file }) => file)
  if (!vitestFiles.length && !e2eFiles.length) return
  if (!isAdminNeeded(sources, selection, [...vitestFiles, ...e2eFiles])) process.env.OLD_ADMIN = '1'
  const ends: (() => void)[] = [keepFoldersInMemory()]
  try {
    ends.push(await startServerHost())
    const startedAt = performance.now()
    const built = runNode(['--input-type=module', '-e', buildScript], { isQuiet: true })
    const isBuilt = built.then((code) => {
      if (code !== 0) throw new Error('The program could not be built.')
      addStep('build', startedAt, { passed: 0, failed: 0 })
    })
    const [, postgres] = await Promise.all([isBuilt, keepPostgres(sources, isBuilt)])
    addStep('PostgreSQL', startedAt, { passed: 0, failed: 0 }, `: ${postgres}`)
    await runVitest('integration', vitestFiles, { isQuiet: false })
    await runPlaywright(e2eFiles)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    addStep('start', performance.now(), { passed: 0, failed: 1 })
  } finally {
    for (const end of ends.toReversed()) end()
  }
}

const buildScript = `import { ensureBuilt } from './cms/app/build.ts'; await ensureBuilt()`

/** Whether the admin's bundle has the file: its views, what both it and islands show, and the fields of records. */
const isShownByAdmin = (file: string): boolean =>
  /^cms\/.*(\/(admin|ui|fields|hooks)\/|(-field|rules|permissions|texts)\.ts$|\.tsx$|\.css$)|^collections\//.test(
    file,
  )

/** Whether tests open the admin, and one of its touched files is newer than its build. */
function isAdminNeeded(sources: Sources, { touched, e2e }: Selection, tests: string[]): boolean {
  const built = statSync(path.join(root, stampFiles.admin), { throwIfNoEntry: false })
  if (!built) return true
  if (!e2e.length && !tests.some((file) => sources.get(file)?.includes('/cms'))) return false
  return touched.some(
    (file) =>
      isShownByAdmin(file) &&
      !/\.test\.tsx?$/.test(file) &&
      statSync(path.join(root, file)).mtimeMs > built.mtimeMs,
  )
}

async function runVitest(name: string, files: string[], { isQuiet }: { isQuiet: boolean }) {
  if (!files.length) return
  const projects = name === 'unit' ? ['unit'] : ['integration*', 'faults']
  const reportFile = path.join(resultsFolder, `${name}.json`)
  const args = [
    'run',
    '--passWithNoTests',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
  ]
  args.push('--tagsFilter=!extended')
  args.push(...projects.map((project) => `--project=${project}`), ...files)
  await runTests(name, ['vitest/vitest.mjs', ...args], {
    isQuiet,
    reportFile,
    read: readVitestReport,
  })
}

async function runPlaywright(files: string[]): Promise<void> {
  if (!files.length) return
  const reportFile = path.join(resultsFolder, 'e2e.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = reportFile
  const args = ['@playwright/test/cli.js', 'test', '--pass-with-no-tests', '--reporter=dot,json']
  args.push('--grep-invert=@extended')
  args.push(...files)
  await runTests('browser', args, { isQuiet: false, reportFile, read: readPlaywrightReport })
}

type Reported = { isQuiet: boolean; reportFile: string; read: (text: string) => Report }

async function runTests(name: string, args: string[], { isQuiet, reportFile, read }: Reported) {
  const startedAt = performance.now()
  const code = await runBin(args, { isQuiet })
  try {
    const { passed, failures } = read(readFileSync(reportFile, 'utf8'))
    const isUnexplained = !failures.length && code !== 0
    addStep(name, startedAt, { passed, failed: failures.length + (isUnexplained ? 1 : 0) })
  } catch {
    addStep(name, startedAt, { passed: 0, failed: 1 })
  }
}

async function runStep(name: string, args: string[]): Promise<void> {
  const startedAt = performance.now()
  const code = await runBin(args, { isQuiet: true })
  addStep(name, startedAt, { passed: 0, failed: code === 0 ? 0 : 1 })
}

function addStep(
  name: string,
  startedAt: number,
  { passed, failed }: { passed: number; failed: number },
  words = '',
): void {
  const ms = performance.now() - startedAt
  steps.push({ name, passed, failed, ms })
  const counts = passed || failed ? `: ${passed} passed, ${failed} failed` : ''
  console.log(`${name}${counts}${words} (${inSeconds(ms)})`)
}

const runBin = ([bin = '', ...args]: string[], options: { isQuiet: boolean }) =>
  runNode([path.join(root, 'node_modules', bin), ...args], options)

/** Runs Node. @param isQuiet whether the output is printed only if the process fails. @returns the exit code */
async function runNode(args: string[], { isQuiet }: { isQuiet: boolean }): Promise<number | null> {
  const shown = isQuiet ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', shown, shown] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      output += part
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0 && output) console.log(output)
  return code
}

function printSummary(args: string[], ms: number): void {
  const sum = (key: 'passed' | 'failed') => steps.reduce((total, step) => total + step[key], 0)
  const durations = steps.map((step) => `${step.name} ${inSeconds(step.ms)}`).join(', ')
  const name = args.join(' ') || 'what differs from the main branch'
  console.log(
    `\n${name}: ${sum('passed')} passed, ${sum('failed')} failed in ${inSeconds(ms)} (${durations})`,
  )
  if (sum('failed')) process.exitCode = 1
}

const inSeconds = (ms: number) => `${Math.round(ms / 1000)} s`

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    killProcessesWith(runVariable, runId)
    process.exit(1)
  })
}
process.env[runVariable] = runId
try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  killProcessesWith(runVariable, runId)
  rmSync(resultsFolder, { recursive: true, force: true })
}
