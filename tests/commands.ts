import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hostingSystems } from '../cms/features/analytics/bots/hosting.ts'
import { rangesFile } from '../cms/features/analytics/bots/networks.ts'
import { endProcessesWith, runVariable } from './support/child-processes.ts'
import { root, temporaryFolder } from './support/folders.ts'
import { nextPort } from './support/ports.ts'
import { waitUntil } from './support/wait-until.ts'

const pages = ['README.md', 'cms/README.md', 'cms/platform/database/README.md', 'tests/README.md']
/** Commands of these pages that this file does not run. The value is what runs the command, or why nothing does. */
const notRunHere: Record<string, string> = {
  'npm ci': '.ci/run',
  'npm start': 'tests/start.ts',
  'npm run check': '.ci/run',
  'npm test': '.ci/run',
  'npm run test:all': 'takes the time of npm test twice',
  'npm run test:commands': 'this file',
  'npm run test:dates': 'takes an hour',
  'npm run test:for': 'runs a part of `npm test`',
  'npm run bench': 'takes minutes, and its figures mean nothing on a busy machine',
}
const generated = [
  'cms/platform/payload/payload-types.ts',
  'cms/platform/admin/app/(payload)/cms/importMap.js',
]
const startTimeoutMs = 2 * 60_000
const runId = randomUUID()
const commandsRun = new Set<string>()

type Options = { cwd?: string; env?: Record<string, string> }

function start(command: string, { cwd = root, env = {} }: Options = {}) {
  commandsRun.add(command.split(' -- ')[0] ?? '')
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd,
    env: { ...process.env, METRICS_PORT: '0', [runVariable]: runId, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed.text += chunk
    })
  }
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, exited, printed }
}

/** Runs a command to its end. @returns the command's output */
async function runToEnd(command: string, options?: Options): Promise<string> {
  const { exited, printed } = start(command, options)
  const code = await exited
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${printed.text}`)
  return printed.text
}

/** Starts a server and waits for its front page. @returns a function that ends the server */
async function serve(command: string, dataDir: string, env: Record<string, string> = {}) {
  const port = await nextPort()
  const server = start(command, { env: { PORT: String(port), DATA_DIR: dataDir, ...env } })
  const status = await waitUntil(
    async () => {
      if (hasEnded(server.child)) throw new Error(`${command} ended:\n${server.printed.text}`)
      return fetch(`http://localhost:${port}/`).then(
        (reply) => reply.status,
        () => null,
      )
    },
    (found) => found !== null,
    startTimeoutMs,
  )
  if (status !== 200) throw new Error(`${command} answered ${status}:\n${server.printed.text}`)
  return async () => {
    server.child.kill('SIGTERM')
    const code = await server.exited
    if (code !== 0) throw new Error(`${command} ended with ${code} on SIGTERM.`)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

async function backUpAndRestore(folder: string): Promise<void> {
  const [site, copy] = [path.join(folder, 'site'), path.join(folder, 'restored')]
  const file = path.join(folder, 'site.backup.gz')
  const stop = await serve('npm start', site, { DEMO: '0' })
  const link = await runToEnd('npm run admin -- create you@example.org', {
    env: { DATA_DIR: site },
  })
  if (!/\/cms\/reset\/\w+/.test(link)) throw new Error(`No link to choose a password:\n${link}`)
  await runToEnd(`npm run backup -- ${file}`, { env: { DATA_DIR: site } })
  await stop()
  await runToEnd(`npm run restore -- ${file}`, { env: { DATA_DIR: copy } })
  const output = await runToEnd('npm run admin -- create you@example.org', {
    env: { DATA_DIR: copy },
  })
  if (!output.includes('you@example.org is an admin'))
    throw new Error(`The restored site has no admin:\n${output}`)
  rmSync(path.join(copy, 'secret'))
  await runToEnd('npm run admin -- accept-secret', { env: { DATA_DIR: copy } })
  await (await serve('npm start', copy))()
}

/** Runs the commands that write into the checkout. They run in a copy of the checkout. */
async function generate(folder: string): Promise<void> {
  const cwd = path.join(folder, 'checkout')
  const excluded =
    /^(node_modules|\.git|dist|\.data|\.astro|test-results|playwright-report)$|\.next$/
  cpSync(root, cwd, {
    recursive: true,
    filter: (from) => !excluded.test(path.relative(root, from)),
  })
  symlinkSync(path.join(root, 'node_modules'), path.join(cwd, 'node_modules'))
  await runToEnd('npm run generate', { cwd })
  for (const file of generated) {
    const [before, after] = [root, cwd].map((each) => readFileSync(path.join(each, file), 'utf8'))
    if (before !== after) throw new Error(`${file} is outdated: npm run generate`)
  }
  await runToEnd('npm run migration -- redirects', { cwd })
  await makeRanges(cwd, path.join(folder, 'asn'))
}

/** Makes the list of data centres' addresses from a package with one network of a hosting company. */
async function makeRanges(cwd: string, asn: string): Promise<void> {
  mkdirSync(asn)
  const [system] = hostingSystems.keys()
  writeFileSync(path.join(asn, 'package.json'), '{"version":"1.2.3"}')
  writeFileSync(path.join(asn, 'asn-ipv4.csv'), `192.0.2.0,192.0.2.255,${system},Example\n`)
  writeFileSync(path.join(asn, 'asn-ipv6.csv'), `2001:db8::,2001:db8::ffff,${system},Example\n`)
  await runToEnd(`npm run data-centers -- ${asn}`, { cwd })
  const made = readFileSync(path.join(cwd, path.relative(root, rangesFile)), 'utf8')
  if (!made.includes('asn 1.2.3')) throw new Error(`No list of data centres:\n${made}`)
}

/** Requires that every command of the pages is run here or listed in `notRunHere`. */
function requireAll(): void {
  const text = pages.map((page) => readFileSync(path.join(root, page), 'utf8')).join(' ')
  const named = new Set(text.replace(/\s+/g, ' ').match(/npm (?:ci|start|test|run [\w:-]+)/g))
  const missing = [...named].filter((each) => !commandsRun.has(each) && !notRunHere[each])
  if (missing.length)
    throw new Error(`No test runs these commands of the pages: ${missing.join(', ')}`)
}

/** Runs the commands of the pages with the existing build. */
async function main(folder: string): Promise<void> {
  const develop = async () =>
    (await serve('npm run dev', path.join(folder, 'dev'), { DEMO: '0' }))()
  await Promise.all([backUpAndRestore(folder).then(develop), generate(folder)])
  requireAll()
  console.log(`Ran ${[...commandsRun].join(', ')}.`)
}

const { folder, remove } = temporaryFolder()
try {
  await main(folder)
} finally {
  // The processes end first, because a process may write into the folder until it has ended.
  const leftProcesses = await endProcessesWith(runVariable, runId)
  if (leftProcesses.length) {
    console.error('Processes were left behind:', leftProcesses)
    process.exitCode = 1
  }
  remove()
}
