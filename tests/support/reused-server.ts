import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type HostMessage, type HostReply, hostVariable } from './server-host.ts'
import { watchOutput } from './server-process.ts'

/** A run of the program in a process of the server host (`server-host.ts`). */
export type ReusedServer = {
  /** The environment of this run, with its ports. */
  env: Record<string, string>
  output: () => string
  stop: () => Promise<number | null>
}

const openSockets = new Set<Socket>()

/** Stops the servers that are still running, by closing their connections. */
export function stopReusedServers(): void {
  for (const socket of openSockets) socket.destroy()
}

/**
 * Runs the program in a process that may have run it before, and waits until it is ready.
 * @returns null if there is no server host, as in benchmarks
 * @throws Error with the program's output if the program exits or is not ready in time
 */
export async function startReused(given: Record<string, string>): Promise<ReusedServer | null> {
  const socketPath = process.env[hostVariable]
  if (!socketPath) return null
  const socket = connect(socketPath)
  const send = (message: HostMessage) => socket.write(`${JSON.stringify(message)}\n`)
  const exit = Promise.withResolvers<number | null>()
  const environment = Promise.withResolvers<Record<string, string>>()
  const watched = watchOutput(exit.promise)
  openSockets.add(socket)
  socket.once('error', (error) => environment.reject(error))
  socket.once('close', () => {
    openSockets.delete(socket)
    environment.reject(new Error('The host of test servers has closed the connection.'))
    exit.resolve(null)
  })
  createInterface(socket).on('line', (line) => {
    const reply: HostReply = JSON.parse(line)
    if ('env' in reply) environment.resolve(reply.env)
    else if ('output' in reply) watched.add(reply.output)
    else exit.resolve(reply.exit)
  })
  send({ env: given })
  const [env] = await Promise.all([environment.promise, watched.ready]).catch((error: unknown) => {
    socket.destroy()
    throw error
  })
  return {
    env,
    output: watched.output,
    stop: () => {
      send({ stop: true })
      return exit.promise
    },
  }
}
