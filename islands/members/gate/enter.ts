import { answering, gateRests, happen, start } from './flow.ts'
import { showMemberMenu } from '../member-menu.ts'
import { showRoom } from './load-ui.ts'

/** Fetches beforehand what the gate is about to show. */
export const prepare = (): Promise<void> => showRoom().catch(() => {})

/**
 * Begins the way in, while what the gate shows is still on its way. Ends when somebody is asked for
 * something, is in or has given up.
 * @throws Error where that could not be fetched
 */
export async function beginAtGate(): Promise<void> {
  const shown = showRoom()
  await start()
  await shown.catch((error: unknown) => {
    happen({ type: 'cancelled' })
    throw error
  })
  await gateRests()
}

/** Begins to link a membership, at the foot of any page. @throws Error as above */
export async function beginToLink(): Promise<void> {
  const happened = answering()
  await showRoom()
  happened({ type: 'link_asked' })
}

// Whoever signs in on the way finds the menu of members from then on.
showMemberMenu()
