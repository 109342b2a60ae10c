import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { processMarkers } from './child-processes.ts'
import { root, temporaryFolder } from './folders.ts'
import { nextPort } from './ports.ts'
import { type Reply, type RequestOptions, request } from './request.ts'
import { secret } from './secret.ts'
import { waitUntil } from './wait-until.ts'

/** A line of the server's log: the fields that tests use. */
export type LogLine = {
  /** Of pino: 40 is a warning, 50 an error. */
  level?: number
  msg?: string
  path?: string
  route?: string
  status?: number
  event?: string
  further?: number
  err?: unknown
}

export type Server = {
  port: number
  metricsPort: number
  /** The server's SITE_URL. */
  url: string
  /** The server's DATABASE_URL. Empty if it uses the embedded PostgreSQL. */
  databaseUrl: string
  dataDir: string
  child: ChildProcess
  get: (path: string, headers?: RequestOptions['headers']) => Promise<Reply>
  send: (path: string, options: RequestOptions) => Promise<Reply>
  /** A metric's value, by its name and labels as printed; 0 if it is missing. */
  metric: (name: string) => Promise<number>
  /** Everything that the server has printed so far. */
  output: () => string
  log: () => LogLine[]
  exited: Promise<number | null>
  /** Sends `signal` (SIGTERM) and waits for the exit. @returns the exit code */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

const startsWithinMs = 120_000
// Reads from the `start` script its environment variables, Node's flags and the entry file.
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const startWords: string[] = scripts.start.split(' ')
const startArguments = startWords.slice(startWords.indexOf('node') + 1)
const startEnvironment = Object.fromEntries(
  startWords.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')),
)

const quickPasswords = path.join(import.meta.dirname, 'quick-passwords.ts')

export { secret }

/**
 * Starts the built program as a process of its own, as `npm start` does, and waits until it is ready.
 * @param env added to the environment of all test servers. Without DATABASE_URL the embedded PostgreSQL is
 *   used. With QUICK_PASSWORDS `0`, passwords are hashed as slowly as in production
 * @throws Error with its output if it exits or is not ready in time
 */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const [port, metricsPort] = [await nextPort(), await nextPort()]
  const data = temporaryFolder()
  const settings: Record<string, string> = {
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
    METRICS_PORT: String(metricsPort),
    DATA_DIR: data.folder,
    SECRET: secret,
    LOG_LEVEL: 'info',
    // Disables the budgets, because all tests share one client address.
    CLIENT_BUDGET: '0',
    ...env,
  }
  const { PATH = '', HOME = '' } = process.env
  const { QUICK_PASSWORDS } = { ...process.env, ...env }
  const hashing = QUICK_PASSWORDS === '1' ? ['--import', quickPasswords] : []
  const child = spawn(process.execPath, [...hashing, ...startArguments], {
    cwd: root,
    env: {
      ...startEnvironment,
      NODE_ENV: 'production',
      PATH,
      HOME,
      ...processMarkers(),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}\n${output}`))
    const late = setTimeout(() => fail('The server was not ready in time.'), startsWithinMs)
    const read = (chunk: Buffer) => {
      output += chunk
      if (!output.includes('  The admin ')) return
      clearTimeout(late)
      resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then((code) => fail(`The server ended with ${code} instead of being ready.`))
  })

  const send = (to: string, options: RequestOptions) => request(port, to, options)
  return {
    port,
    metricsPort,
    url: settings.SITE_URL ?? '',
    databaseUrl: settings.DATABASE_URL ?? '',
    dataDir: settings.DATA_DIR ?? '',
    child,
    send,
    get: (to, headers = {}) => send(to, { headers }),
    metric: async (name) => {
      const { text } = await request(metricsPort, '/metrics')
      const line = text.split('\n').find((each) => each.startsWith(`${name} `))
      return Number(line?.split(' ').at(-1) ?? 0)
    },
    output: () => output,
    exited,
    log: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null) child.kill(signal)
      const code = await exited
      if (!env.DATA_DIR) data.remove()
      return code
    },
  }
}

/** Waits until a server has logged a message at least `times` times. */
export const waitForLog = (server: Server, message: string, times = 1): Promise<unknown> =>
  waitUntil(
    async () => server.log().filter(({ msg }) => msg === message).length,
    (count) => count >= times,
  )
