import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endProcessesWith, killProcessesWith, runVariable } from './support/child-processes.ts'
import startPostgres from './support/postgres-setup.ts'
import {
  type Failure,
  type Report,
  readPlaywrightReport,
  readVitestReport,
} from './support/reports.ts'
import { extended } from './support/tiers.ts'

type Runner = {
  name: string
  bin: string
  args: string[]
  env?: Record<string, string>
  read: (report: string) => Report
}

const runId = randomUUID()
const resultsFolder = mkdtempSync(path.join(tmpdir(), 'tests-results-'))
const reportOf = (name: string) => path.join(resultsFolder, `${name}.json`)
const maxSlowestFiles = 10

/** The tag of the tests that this run leaves out: none with `--all`. */
const leftOut = process.argv.includes('--all') ? undefined : extended.name

const runners: Runner[] = [
  {
    name: 'vitest',
    bin: 'vitest/vitest.mjs',
    args: [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportOf('vitest')}`,
      ...(leftOut ? [`--tagsFilter=!${leftOut}`] : []),
    ],
    read: (text) => readVitestReport(text, leftOut),
  },
  {
    name: 'e2e',
    bin: '@playwright/test/cli.js',
    args: ['test', '--reporter=list,json', ...(leftOut ? [`--grep-invert=@${leftOut}`] : [])],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('e2e') },
    read: readPlaywrightReport,
  },
]

/**
 * Runs the gate, or with `--all` every test, with one build and one PostgreSQL. Then prints the slowest files, the failures and a
 * summary in one line. Exits with 1 if a test failed, a runner crashed or found no tests, or a process was
 * still running at the end.
 */
async function main(): Promise<void> {
  process.env[runVariable] = runId
  const stopPostgres = await startPostgres()
  const reports: Report[] = []
  try {
    for (const runner of runners) {
      const report = await runAndRepeat(runner)
      console.log(`${runner.name}: ${report.passed} passed, ${report.failures.length} failed\n`)
      reports.push(report)
    }
  } finally {
    await stopPostgres()
    rmSync(resultsFolder, { recursive: true, force: true })
  }
  const failures = [...reports.flatMap((report) => report.failures), ...(await killLeftProcesses())]
  printSlowest(reports)
  for (const failure of reports.flatMap(({ unstable = [] }) => unstable)) {
    console.log(`passed only when repeated: ${describeFailure(failure)}\n`)
  }
  for (const failure of failures) console.log(`failed: ${describeFailure(failure)}\n`)
  process.exitCode = failures.length ? 1 : 0
  console.log(summaryOf(reports, failures.length))
}

/** If more files than this fail, no file is repeated. */
const maxRepeatedFiles = 3

/**
 * Runs the tests of a runner. With CI=true, failing files of Vitest run once more if they are few; Playwright repeats
 * failed tests itself. Tests that pass when repeated are reported as unstable.
 */
async function runAndRepeat(runner: Runner): Promise<Report> {
  const first = await runTests(runner)
  const files = [...new Set(first.failures.map(({ file }) => file))].filter(Boolean)
  const mayRepeat = process.env.CI && runner.name === 'vitest' && files.length > 0
  if (!mayRepeat || files.length > maxRepeatedFiles) return first
  console.log(`${runner.name}: repeats ${files.join(', ')}\n`)
  const { failures } = await runTests(runner, files)
  const unstable = first.failures.filter(
    ({ file, test }) => !failures.some((each) => each.file === file && each.test === test),
  )
  return { ...first, passed: first.passed + unstable.length, failures, unstable }
}

async function runTests(
  { name, bin, args, env, read }: Runner,
  files: string[] = [],
): Promise<Report> {
  const program = path.resolve('node_modules', bin)
  const child = spawn(process.execPath, [program, ...args, ...files], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const runnerFailure = (why: string): Failure => ({ file: '', test: name, why })
  try {
    const report = read(readFileSync(reportOf(name), 'utf8'))
    if (report.passed + report.failures.length === 0) report.failures.push(runnerFailure('no test'))
    if (code !== 0 && !report.failures.length)
      report.failures.push(runnerFailure(`exit code ${code}`))
    return report
  } catch (error) {
    return { passed: 0, skipped: 0, failures: [runnerFailure(`no report: ${error}`)], files: [] }
  }
}

/** Kills processes that still run some time after the last test. @returns one failure for each killed process */
async function killLeftProcesses(): Promise<Failure[]> {
  const killed = await endProcessesWith(runVariable, runId)
  return killed.map(({ pid, command }) => ({
    file: '',
    test: 'a process was left behind',
    why: `${pid} ${command}`,
  }))
}

function printSlowest(reports: Report[]): void {
  const files = reports.flatMap((report) => report.files)
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, maxSlowestFiles)
  console.log('The slowest files:')
  for (const { file, ms } of slowest) {
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
  }
  console.log()
}

function describeFailure({ file, test, why }: Failure): string {
  const lines = why.split('\n').filter((line) => !line.includes('/node_modules/'))
  return [file + (test && ` › ${test}`), ...lines.slice(0, 12)].join('\n    ')
}

function summaryOf(reports: Report[], failed: number): string {
  const sum = (count: (report: Report) => number) =>
    reports.reduce((total, report) => total + count(report), 0)
  const skipped = sum((report) => report.skipped)
  const passed = sum((report) => report.passed)
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    killProcessesWith(runVariable, runId)
    process.exit(1)
  })
}
await main()
