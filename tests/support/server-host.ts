import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { temporaryFolder } from './folders.ts'
import { nextPort } from './ports.ts'
import { spawnServer } from './server-process.ts'

/** Environment variable with the path of the Unix socket of the server host (`startServerHost`). */
export const hostVariable = 'SERVERS_UNDER_TEST'
/** A message from a test to the host, or from the host to a server's process: starts or stops a run. */
export type HostMessage = { env: Record<string, string> } | { stop: true }
/** A message from the host to a test: first the full environment, then output, last the exit code. */
export type HostReply =
  | { env: Record<string, string> }
  | { output: string }
  | { exit: number | null }
/** The last line that a server's process prints in each run. */
export const endMark = '\u0003'

/** The variables that the program reads once, when its code is loaded. */
const fixedVariables = [
  'SITE_URL',
  'SECRET',
  'DATABASE_POOL',
  'LOG_LEVEL',
  'COUNTRY_DATABASE',
  'REFERRER_SPAM',
  'STRIPE_API',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
]
const maxIdle = 8
// Each run leaves some megabytes in memory, most of them in Next.
const maxRuns = 30
// The `start` script sets a smaller size, which saves memory. This size saves 4 % of the CPU time, in garbage
// collections.
const flags = ['--max-semi-space-size=64']

/** Runs the program once. @returns `stop`, and `end`, which resolves with the exit code */
type Run = (
  env: Record<string, string>,
  onOutput: (part: string) => void,
) => { stop: () => void; end: Promise<number | null> }
type ReusableProcess = {
  /** The values of `fixedVariables` in its first run, as JSON. */
  fixed: string
  env: Record<string, string>
  run: Run
  isReusable: () => boolean
  kill: () => void
}

/**
 * Starts the server host, which keeps server processes for all workers of a test run, because a worker lives only as
 * long as one test file. Each process runs the program for one test after another. Sets `SERVERS_UNDER_TEST`.
 * @returns a function that stops the host and its processes
 */
export async function startServerHost(): Promise<() => void> {
  const { folder, remove } = temporaryFolder()
  const socketPath = path.join(folder, 'servers')
  const idle: ReusableProcess[] = []
  const all = new Set<ReusableProcess>()

  const end = (server: ReusableProcess) => {
    all.delete(server)
    server.kill()
  }
  const take = async (env: Record<string, string>): Promise<ReusableProcess> => {
    const fixed = JSON.stringify(fixedVariables.map((name) => env[name]))
    const index = idle.findLastIndex((each) => each.fixed === fixed)
    const [known] = index < 0 ? [] : idle.splice(index, 1)
    if (known?.isReusable()) return known
    if (known) end(known)
    const made = await createProcess(fixed)
    all.add(made)
    return made
  }
  const giveBack = (server: ReusableProcess) => {
    if (server.isReusable()) idle.push(server)
    else end(server)
    const oldest = idle.length > maxIdle ? idle.shift() : undefined
    if (oldest) end(oldest)
  }

  const host = createServer((socket) => {
    serve(socket, take, giveBack).catch((error: unknown) => {
      console.error(error)
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => host.listen(socketPath, resolve))
  process.env[hostVariable] = socketPath
  return () => {
    delete process.env[hostVariable]
    host.close()
    for (const each of all) each.kill()
    remove()
  }
}

/** Serves a test's connection: one run of the program. */
async function serve(
  socket: Socket,
  take: (env: Record<string, string>) => Promise<ReusableProcess>,
  giveBack: (server: ReusableProcess) => void,
): Promise<void> {
  const send = (reply: HostReply) => {
    if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`)
  }
  socket.on('error', () => {})
  const lines = createInterface(socket)[Symbol.asyncIterator]()
  const { value: first } = await lines.next()
  if (first === undefined) return
  const { env: given } = JSON.parse(first)
  const server = await take(given)
  const env = { ...server.env, ...given }
  send({ env })
  const { stop, end } = server.run(env, (output) => send({ output }))
  // The next line is the message to stop. If a test ends without it, the connection closes, which stops the run too.
  void lines.next().then(stop)
  const exit = await end
  giveBack(server)
  send({ exit })
  socket.end()
}

async function createProcess(fixed: string): Promise<ReusableProcess> {
  const [port, metricsPort] = [await nextPort(), await nextPort()]
  const entry = path.join(import.meta.dirname, 'reused-server-process.ts')
  const child = spawnServer({}, { entry, hashesQuickly: true, hasChannel: true, flags })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let onOutput = (_part: string) => {}
  let onEnd = () => {}
  let runs = 0
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      onOutput(part.replace(`${endMark}\n`, ''))
      if (part.includes(endMark)) onEnd()
    })
  }
  const send = (message: HostMessage) => {
    if (child.connected) child.send(message)
  }
  return {
    fixed,
    env: {
      PORT: String(port),
      SITE_URL: `http://localhost:${port}`,
      METRICS_PORT: String(metricsPort),
    },
    run: (env, output) => {
      const ended = new Promise<number>((resolve) => {
        onEnd = () => resolve(0)
      })
      onOutput = output
      runs++
      send({ env })
      return { stop: () => send({ stop: true }), end: Promise.race([ended, exited]) }
    },
    isReusable: () => runs < maxRuns && child.exitCode === null && child.signalCode === null,
    kill: () => child.kill('SIGKILL'),
  }
}
