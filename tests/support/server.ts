import type { ChildProcess } from 'node:child_process'
import { temporaryFolder } from './folders.ts'
import { nextPort } from './ports.ts'
import { type Reply, type RequestOptions, request } from './request.ts'
import { startReused } from './reused-server.ts'
import { secret } from './secret.ts'
import { spawnServer, watchOutput } from './server-process.ts'
import { waitUntil } from './wait-until.ts'

const sharedSettings = {
  HOST: '127.0.0.1',
  SECRET: secret,
  LOG_LEVEL: 'info',
  // Disables the budgets, because all tests share one client address.
  CLIENT_BUDGET: '0',
}

/** A line of the server's log: the fields that tests use. */
export type LogLine = {
  /** The level of pino: 40 is a warning, 50 an error. */
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
  get: (path: string, headers?: RequestOptions['headers']) => Promise<Reply>
  send: (path: string, options: RequestOptions) => Promise<Reply>
  /** A metric's value, by its name and labels as printed; 0 if it is missing. */
  metric: (name: string) => Promise<number>
  /** Everything that the server has printed so far. */
  output: () => string
  log: () => LogLine[]
  /** Stops the server as SIGTERM does. @returns the exit code */
  stop: () => Promise<number | null>
}

/** A server in a process of its own, which a test can kill. */
export type ServerProcess = Server & {
  child: ChildProcess
  exited: Promise<number | null>
  /** Sends a signal, SIGTERM by default, and waits for the exit. @returns the exit code */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

export { secret }

/**
 * Starts the built program and waits until it is ready. In a test run, a process that has run the program for another
 * test runs it again. The code is already loaded and compiled there, which saves most of the CPU time.
 * @param env added to the environment of all test servers. With QUICK_PASSWORDS `0`, passwords are hashed as slowly as
 *   in production
 * @throws Error with the program's output if the program exits or is not ready in time
 */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  // The embedded PostgreSQL and slow password hashing need a process of their own.
  if (!env.DATABASE_URL || !hashesQuickly(env)) return startServerProcess(env)
  const data = temporaryFolder()
  const { QUICK_PASSWORDS: _, ...given } = env
  const reused = await startReused({ DATA_DIR: data.folder, ...sharedSettings, ...given }).catch(
    (error: unknown) => {
      data.remove()
      throw error
    },
  )
  if (!reused) {
    data.remove()
    return startServerProcess(env)
  }
  return {
    ...clientOf(reused.env, reused.output),
    stop: async () => {
      const code = await reused.stop()
      if (!env.DATA_DIR) data.remove()
      return code
    },
  }
}

/**
 * Starts the built program in a process of its own, as `npm start` does, and waits until it is ready. For tests that
 * kill the process or measure it.
 * @param env as for `startServer`. Without DATABASE_URL the embedded PostgreSQL is used
 * @throws Error with the program's output if the program exits or is not ready in time
 */
export async function startServerProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const [port, metricsPort] = [await nextPort(), await nextPort()]
  const data = temporaryFolder()
  const settings: Record<string, string> = {
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
    METRICS_PORT: String(metricsPort),
    DATA_DIR: data.folder,
    ...sharedSettings,
    ...env,
  }
  const child = spawnServer(settings, { hashesQuickly: hashesQuickly(env) })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const { add, ready, output } = watchOutput(exited)
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  await ready
  return {
    ...clientOf(settings, output),
    child,
    exited,
    stop: async (signal: NodeJS.Signals = 'SIGTERM') => {
      if (child.exitCode === null) child.kill(signal)
      const code = await exited
      if (!env.DATA_DIR) data.remove()
      return code
    },
  }
}

const hashesQuickly = (env: Record<string, string>): boolean =>
  (env.QUICK_PASSWORDS ?? process.env.QUICK_PASSWORDS) === '1'

/** The functions with which a test uses a server that has this environment and output. */
function clientOf(env: Record<string, string>, output: () => string): Omit<Server, 'stop'> {
  const port = Number(env.PORT)
  const metricsPort = Number(env.METRICS_PORT)
  const send = (path: string, options: RequestOptions) => request(port, path, options)
  return {
    port,
    metricsPort,
    url: env.SITE_URL ?? '',
    databaseUrl: env.DATABASE_URL ?? '',
    dataDir: env.DATA_DIR ?? '',
    send,
    get: (path, headers = {}) => send(path, { headers }),
    metric: async (name) => {
      const { text } = await request(metricsPort, '/metrics')
      const line = text.split('\n').find((each) => each.startsWith(`${name} `))
      return Number(line?.split(' ').at(-1) ?? 0)
    },
    output,
    log: () =>
      output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
  }
}

/** Waits until a server has logged a message at least `times` times. */
export const waitForLog = (server: Server, message: string, times = 1): Promise<unknown> =>
  waitUntil(
    async () => server.log().filter(({ msg }) => msg === message).length,
    (count) => count >= times,
  )
