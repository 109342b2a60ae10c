import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Counts of one runner, or of all of them. */
type Counts = { passed: number; failed: number; skipped: number }
type Runner = { name: string; bin: string; args: string[]; read: (report: string) => Counts }

const results = mkdtempSync(path.join(tmpdir(), 'tests-results-'))
const reportOf = (name: string) => path.join(results, `${name}.json`)

const vitest = (project: string): Runner => ({
  name: project,
  bin: 'vitest/vitest.mjs',
  args: ['run', '--project', project, '--reporter=default', '--reporter=json'].concat(
    `--outputFile.json=${reportOf(project)}`,
  ),
  read: (report) => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
      JSON.parse(report)
    // A file that broke before its first test has no test to count.
    const broken = testResults.filter(
      ({ status, assertionResults }: { status: string; assertionResults: { status: string }[] }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    return {
      passed: numPassedTests,
      failed: numFailedTests + broken.length,
      skipped: numPendingTests + numTodoTests,
    }
  },
})

const browser: Runner = {
  name: 'e2e',
  bin: '@playwright/test/cli.js',
  args: ['test', '--reporter=list,json'],
  read: (report) => {
    const { stats, errors } = JSON.parse(report)
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + (stats.unexpected ? 0 : errors.length),
      skipped: stats.skipped,
    }
  },
}

/**
 * Runs every runner, one after the other, and ends with one line that sums them up. Exits with 1
 * where a test failed, a runner broke, or one of them found nothing to run.
 */
async function main(): Promise<void> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const runner of [vitest('unit'), vitest('integration'), browser]) {
    const code = await run(runner)
    const counts = countsOf(runner)
    if (counts.passed + counts.failed === 0 || (code !== 0 && counts.failed === 0)) counts.failed++
    console.log(`${runner.name}: ${counts.passed} passed, ${counts.failed} failed\n`)
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
  }
  rmSync(results, { recursive: true, force: true })
  const skipped = total.skipped ? `, ${total.skipped} skipped` : ''
  process.exitCode = total.failed ? 1 : 0
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
}

function countsOf({ name, read }: Runner): Counts {
  try {
    return read(readFileSync(reportOf(name), 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

function run({ name, bin, args }: Runner): Promise<number | null> {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) }
  const program = path.resolve('node_modules', bin)
  const child = spawn(process.execPath, [program, ...args], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', resolve))
}

await main()
