import type { Payload } from 'payload'
import type { VapidDetails } from './contract.ts'

/**
 * The VAPID keys of this site: those of the environment, else the stored ones, which are created at the
 * first use. All processes have the same.
 * @throws the database's error
 */
export async function findVapid(payload: Payload): Promise<VapidDetails> {
  throw new Error(`Not built yet: ${payload.config.serverURL}`)
}
