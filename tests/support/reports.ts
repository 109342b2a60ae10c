import path from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

export type Failure = { file: string; test: string; why: string }
/** The results of a test runner. */
export type Report = {
  passed: number
  skipped: number
  failures: Failure[]
  /** Tests that passed only when they were repeated. */
  unstable?: Failure[]
  /** How long all tests of each file took together. */
  files: { file: string; ms: number }[]
}

/**
 * Reads what Vitest's JSON reporter wrote.
 * @param leftOut the tag of the tests that the run left out; Vitest reports them as skipped
 */
export function readVitestReport(text: string, leftOut?: string): Report {
  const { numPassedTests, testResults } = JSON.parse(text) as JsonTestResults
  const fileOf = (name: string) => path.relative(process.cwd(), name)
  const isLeftOut = (tags: string[]) => leftOut !== undefined && tags.includes(leftOut)
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = fileOf(name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ file, test: test.fullName, why: test.failureMessages?.[0] ?? '' }))
    // A file that failed before its first test has no test results.
    if (status === 'failed' && !failed.length) failed.push({ file, test: '', why: message })
    return failed
  })
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: fileOf(name),
    ms: endTime - startTime,
  }))
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => !['passed', 'failed'].includes(status) && !isLeftOut(tags))
  return { passed: numPassedTests, skipped: skipped.length, failures, files }
}

/** Reads what Playwright's JSON reporter wrote. */
export function readPlaywrightReport(text: string): Report {
  const { stats, errors, suites } = JSON.parse(text) as JSONReport
  const specsOf = (suite: JSONReportSuite): JSONReportSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  const tests = suites.flatMap(specsOf).flatMap(({ file, title, tests: each }) =>
    each.map(({ status, results }) => ({
      file: `tests/e2e/${file}`,
      test: title,
      status,
      why: results.find(({ error }) => error)?.error?.message ?? '',
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  const failures: Failure[] = tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ file, test, why }) => ({ file, test, why }))
  if (!failures.length) {
    failures.push(...errors.map(({ message = '' }) => ({ file: '', test: '', why: message })))
  }
  const times = new Map<string, number>()
  for (const { file, ms } of tests) times.set(file, (times.get(file) ?? 0) + ms)
  const files = [...times].map(([file, ms]) => ({ file, ms }))
  const unstable = tests
    .filter(({ status }) => status === 'flaky')
    .map(({ file, test, why }) => ({ file, test, why }))
  const passed = stats.expected + stats.flaky
  return { passed, skipped: stats.skipped, failures, unstable, files }
}
