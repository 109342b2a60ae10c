import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

type Failure = { file: string; test: string; why: string }
/** What a runner says in the end. */
type Report = {
  passed: number
  skipped: number
  failures: Failure[]
  /** What was right only when it was tried again. */
  secondTries: string[]
}
type Runner = {
  name: string
  bin: string
  args: string[]
  read: (report: string) => Report
  /** Whether files that fail are tried once more by themselves. The browser's runner does so itself. */
  triesAgain: boolean
}

/** More files than these don’t fail by chance. */
const mostTriedAgain = 3
const results = mkdtempSync(path.join(tmpdir(), 'tests-results-'))
const reportOf = (name: string) => path.join(results, `${name}.json`)
const shortOf = (file: string) => path.relative(process.cwd(), file)

const vitest = (project: string): Runner => ({
  name: project,
  bin: 'vitest/vitest.mjs',
  args: ['run', '--project', project, '--reporter=default', '--reporter=json'].concat(
    `--outputFile.json=${reportOf(project)}`,
  ),
  triesAgain: true,
  read: (report) => {
    const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      report,
    ) as JsonTestResults
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = shortOf(name)
      const failed = assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => ({ file, test: test.fullName, why: test.failureMessages?.[0] ?? '' }))
      // A file that broke before its first test has no test to count.
      if (status === 'failed' && !failed.length) failed.push({ file, test: '', why: message })
      return failed
    })
    const skipped = numPendingTests + numTodoTests
    return { passed: numPassedTests, skipped, failures, secondTries: [] }
  },
})

const browser: Runner = {
  name: 'e2e',
  bin: '@playwright/test/cli.js',
  args: ['test', '--reporter=list,json'],
  triesAgain: false,
  read: (report) => {
    const { stats, errors, suites } = JSON.parse(report) as JSONReport
    const specsOf = (suite: JSONReportSuite): JSONReportSuite['specs'] => [
      ...suite.specs,
      ...(suite.suites ?? []).flatMap(specsOf),
    ]
    const tests = suites.flatMap(specsOf).flatMap(({ file, title, tests: each }) =>
      each.map(({ status, results: tries }) => ({
        ...{ file: `tests/e2e/${file}`, test: title, status },
        why: tries.find(({ error }) => error)?.error?.message ?? '',
      })),
    )
    const failures = tests.filter(({ status }) => status === 'unexpected')
    if (!failures.length) {
      failures.push(
        ...errors.map(({ message = '' }) => ({
          ...{ file: '', test: '', status: 'unexpected' as const },
          why: message,
        })),
      )
    }
    return {
      passed: stats.expected + stats.flaky,
      skipped: stats.skipped,
      failures,
      secondTries: tests
        .filter(({ status }) => status === 'flaky')
        .map(({ file, test, why }) => told({ file, test, why })),
    }
  },
}

function told({ file, test, why }: Failure): string {
  const lines = why.split('\n').filter((line) => !line.includes('/node_modules/'))
  return [file + (test && ` › ${test}`), ...lines.slice(0, 12)].join('\n    ')
}

/**
 * Runs every runner, one after the other, and ends with what failed, what needed a second try, and
 * one line that sums them up. Exits with 1 where a test failed, a runner broke, or one of them found
 * nothing to run.
 */
async function main(): Promise<void> {
  const reports: Report[] = []
  for (const runner of [vitest('unit'), vitest('integration'), browser]) {
    const report = await runAndTryAgain(runner)
    console.log(`${runner.name}: ${report.passed} passed, ${report.failures.length} failed\n`)
    reports.push(report)
  }
  rmSync(results, { recursive: true, force: true })
  const sum = (count: (report: Report) => number) =>
    reports.reduce((total, report) => total + count(report), 0)
  const failed = sum(({ failures }) => failures.length)
  const skipped = sum((report) => report.skipped)
  for (const each of reports.flatMap(({ secondTries }) => secondTries)) {
    console.log(`right only when tried again: ${each}\n`)
  }
  for (const each of reports.flatMap(({ failures }) => failures)) {
    console.log(`failed: ${told(each)}\n`)
  }
  process.exitCode = failed ? 1 : 0
  console.log(
    `${sum(({ passed }) => passed)} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`,
  )
}

async function runAndTryAgain(runner: Runner): Promise<Report> {
  const first = await run(runner)
  const files = [...new Set(first.failures.map(({ file }) => file))].filter(Boolean)
  const isByChance = files.length > 0 && files.length <= mostTriedAgain
  if (!process.env.CI || !runner.triesAgain || !isByChance) return first
  console.log(`${runner.name}: once more by themselves: ${files.join(', ')}\n`)
  const { failures } = await run(runner, files)
  const mended = first.failures.filter(
    ({ file, test }) => !failures.some((each) => each.file === file && each.test === test),
  )
  return {
    ...{ passed: first.passed + mended.length, skipped: first.skipped, failures },
    secondTries: mended.map(told),
  }
}

async function run({ name, bin, args, read }: Runner, files: string[] = []): Promise<Report> {
  rmSync(reportOf(name), { force: true })
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) }
  const program = path.resolve('node_modules', bin)
  const child = spawn(process.execPath, [program, ...args, ...files], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const broken = (why: string): Failure => ({ file: '', test: name, why })
  try {
    const report = read(readFileSync(reportOf(name), 'utf8'))
    if (report.passed + report.failures.length === 0) report.failures.push(broken('no test'))
    if (code !== 0 && !report.failures.length) report.failures.push(broken(`exit code ${code}`))
    return report
  } catch (error) {
    return { passed: 0, skipped: 0, failures: [broken(`no report: ${error}`)], secondTries: [] }
  }
}

await main()
