import { migrations } from '../migrations/index.ts'
import { StartError } from '../runtime/start-error.ts'

/**
 * Refuses what was made before the first release. The migrations of that time are no longer part of the program.
 * @param ran names of the migrations that have run. A name begins with the time at which the migration was made
 * @param what the database or the backup, as the message names it
 * @param instead what the operator can do
 * @throws StartError if one of them precedes the first migration
 */
export function requireReleased(ran: readonly string[], what: string, instead: string): void {
  const first = migrations[0]?.name ?? ''
  const former = ran.find((name) => name < first)
  if (!former) return
  throw new StartError(
    `${what} was made by a version from before the first release, with the migration ${former}. ` +
      `This version can’t bring it up to date. ${instead}`,
  )
}
