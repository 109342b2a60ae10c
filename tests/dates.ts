import { spawn } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBuilt } from '../cms/app/build.ts'
import { installPackages } from './support/debian-packages.ts'

/** Moments (UTC) at which a program that computes with dates can go wrong. The demo venue is in London. */
const moments: Record<string, string> = {
  '2027-01-31T12:00': 'the last day of a month',
  '2027-03-01T12:00': '1 March',
  '2028-02-29T12:00': '29 February',
  '2027-03-28T00:50': 'ten minutes before clocks go forward',
  '2027-10-31T00:50': 'ten minutes before clocks go back',
  '2027-06-13T20:30': 'a Sunday evening in summer',
  '2027-12-31T23:50': 'ten minutes before the year ends',
  '2028-01-01T09:00': '1 January',
}

/** Integration tests that depend on dates. All of them would take a quarter of an hour for each moment. */
const dependentFiles =
  /\/(analytics|common-good|credit|daily-work|events|ledger|letters|newsletter|nudges-slots|payments-checks|questions|schedule|till|trash|venue)[\w-]*\.test\.ts$/

const help = `Usage: npm run test:dates -- [DATE …] [FILE …]
DATE is YYYY-MM-DD or YYYY-MM-DDTHH:MM (UTC); FILE a part of a test file's path.
Without a date: ${Object.entries(moments)
  .map(([moment, name]) => `${moment} (${name})`)
  .join(', ')}.
Without a file: all unit tests, and the integration tests that depend on dates.`

/** Debian's libfaketime; null if it is not installed. */
const findLibrary = (): string | null =>
  globSync('/usr/lib/*/faketime/libfaketime.so.1').at(0) ?? null

/**
 * Copies the library without its `epoll_wait`. During that function libfaketime shows the real time, also to signal
 * handlers. PostgreSQL waits in it, and its handler of SIGALRM would find each timeout still months away: no deadlock
 * would be detected, and no `lock_timeout` or `statement_timeout` would end. The function is only renamed in the table
 * of dynamic symbols (at equal length), so that processes call the one of the C library.
 */
function copyWithoutWaiting(library: string, folder: string): string {
  const code = readFileSync(library)
  const [name, other] = [Buffer.from('\0epoll_wait\0'), Buffer.from('\0epoll_none\0')]
  // The table of symbol names is before all code and constants.
  const at = code.indexOf(name)
  if (at < 0) throw new Error(`${library} has no function epoll_wait. Is it another version?`)
  other.copy(code, at)
  const copy = path.join(folder, path.basename(library))
  writeFileSync(copy, code)
  // PostgreSQL does not run as root, and must be able to read the copy.
  chmodSync(folder, 0o755)
  return copy
}

/**
 * The environment of processes whose clock shows a moment now, and goes on from there. All processes of a run have the
 * same clock, whenever they start.
 */
const clockAt = (library: string, moment: string): Record<string, string> => ({
  LD_PRELOAD: library,
  FAKETIME: String(Math.round((Date.parse(`${moment}Z`) - Date.now()) / 1000)).replace(
    /^\d/,
    '+$&',
  ),
  // Node and PostgreSQL wait for times of the monotonic clock.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  // Killed processes would leave their shared memory behind.
  FAKETIME_DISABLE_SHM: '1',
})

/** Runs tests with a clock. @returns whether they passed */
async function runTests(clock: Record<string, string>, args: string[]): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...args],
    { env: { ...process.env, ...clock }, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  return (await new Promise((resolve) => child.once('exit', resolve))) === 0
}

async function main(args: string[]): Promise<void> {
  const isDate = (arg: string) => /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(arg)
  const [dates, files] = [args.filter(isDate), args.filter((arg) => !isDate(arg))]
  if (files.some((file) => file.startsWith('-'))) return console.log(help)
  if (!findLibrary()) installPackages(['faketime'])
  const installed = findLibrary()
  if (!installed) throw new Error('The tests need libfaketime: apt-get install faketime')
  await ensureBuilt()
  const folder = mkdtempSync(path.join(tmpdir(), 'clock-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const library = copyWithoutWaiting(installed, folder)
  const integrationFiles = globSync('tests/integration/*.test.ts').filter((file) =>
    dependentFiles.test(file),
  )
  const integration = ['--project', 'integration*']
  const runs = files.length
    ? [['--project', 'unit', ...integration, ...files]]
    : [
        ['--project', 'unit'],
        [...integration, ...integrationFiles],
      ]
  const failed: string[] = []
  for (const date of dates.length ? dates : Object.keys(moments)) {
    const moment = date.includes('T') ? date : `${date}T12:00`
    const name = [moment, moments[moment]].filter(Boolean).join(', ')
    console.log(`== ${name}`)
    for (const run of runs) {
      if (!(await runTests(clockAt(library, moment), run)) && failed.at(-1) !== name)
        failed.push(name)
    }
  }
  console.log(failed.length ? `Failed at: ${failed.join('; ')}` : 'Passed at all moments.')
  process.exitCode = failed.length ? 1 : 0
}

await main(process.argv.slice(2))
