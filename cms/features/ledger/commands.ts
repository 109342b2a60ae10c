import type { Payload } from 'payload'
import { StartError } from '../../platform/runtime/start-error.ts'
import { checkBooks } from './check-books.ts'

/**
 * Accepts the books as they are now: later checks compare the books with this state.
 * @throws StartError if the books do not fit together, or another check is running
 */
export async function acceptBooks(payload: Payload): Promise<void> {
  const result = await checkBooks(payload, 'accepted')
  if (!result) {
    throw new StartError('Another check of the books is running. Try again when it has ended.')
  }
  if (!result.ok) {
    const found = JSON.stringify(result.differences, null, 2)
    throw new StartError(`The books do not fit together, so they are not accepted: ${found}`)
  }
  const { transfers, entries } = result
  console.log(`\n  The books are accepted: ${transfers} transfers, ${entries} entries.\n`)
}
