import { createServer } from 'node:net'
import { StartError } from '../../runtime/start-error.ts'

const reasons: Record<string, string> = {
  EADDRINUSE: 'something else listens there already',
  EACCES: 'this account may not listen there; ports below 1024 need privileges',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no host of this name',
}

/** Why a server could not listen, for the log. */
export function whyNotListening(error: unknown, host: string, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException
  return `${host}:${port}: ${reasons[code ?? ''] ?? message}`
}

/**
 * Checks that the program could listen on a port.
 * @throws StartError with a sentence that names the port
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(new StartError(startFailureMessage(error, host, port))))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** The message that the program cannot listen, for the person who started it. */
export const startFailureMessage = (error: unknown, host: string, port: number): string =>
  `The site can’t listen on ${whyNotListening(error, host, port)}. PORT and HOST say where it listens.`
